package dev.ax.config;

import java.time.Duration;

/**
 * What a node runs at once.
 *
 * @param slots handlers at once; 0 for auto: 256 on virtual threads, else 2 × cores + 2
 * @param httpSlots HTTP calls at once
 * @param busSlots event-bus calls at once
 * @param drainTimeout how long a node that shuts down waits for what runs
 * @param maxShare of the slots that one queue may hold while another waits
 * @param builtinHandlers whether the {@code ax.*} handlers for trying things out are on
 */
public record WorkerConfig(
        int slots, int httpSlots, int busSlots, Duration drainTimeout, double maxShare, boolean builtinHandlers) {

    private static final int MOST_SLOTS = 100_000;

    public WorkerConfig {
        new Checks()
                .that(slots >= 0 && slots <= MOST_SLOTS, "auto, or an integer from 1 to " + MOST_SLOTS, "slots")
                .within("http-slots", httpSlots, 1, MOST_SLOTS)
                .within("bus-slots", busSlots, 1, MOST_SLOTS)
                .within("drain-timeout", drainTimeout, Duration.ZERO, Duration.ofHours(1))
                .that(maxShare > 0 && maxShare <= 1, "a number above 0 and at most 1", "max-share")
                .done();
    }
}
