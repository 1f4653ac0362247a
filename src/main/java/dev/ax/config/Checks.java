package dev.ax.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Gathers what is wrong with the values of one section, so that a compact constructor tells it all at once. */
final class Checks {
    private final List<Flaw> flaws = new ArrayList<>();

    /**
     * One rule that the values break.
     *
     * @param keys that take part, without the section, the one to blame first
     * @param expected what would be right, to follow "expected"
     */
    record Flaw(List<String> keys, String expected) {}

    /** The values of a section break its rules. */
    static final class InvalidSectionException extends IllegalArgumentException {
        private final transient List<Flaw> flaws;

        InvalidSectionException(List<Flaw> flaws) {
            super(flaws.stream()
                    .map(flaw -> String.join(", ", flaw.keys()) + ": expected " + flaw.expected())
                    .collect(Collectors.joining("; ")));
            this.flaws = List.copyOf(flaws);
        }

        List<Flaw> flaws() {
            return flaws;
        }
    }

    Checks that(boolean holds, String expected, String... keys) {
        if (!holds) {
            flaws.add(new Flaw(List.of(keys), expected));
        }
        return this;
    }

    Checks within(String key, long value, long least, long most) {
        return that(value >= least && value <= most, "an integer from " + least + " to " + most, key);
    }

    Checks within(String key, Duration value, Duration least, Duration most) {
        return that(
                value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
                "a duration from " + DurationText.print(least) + " to " + DurationText.print(most),
                key);
    }

    /** Written so that NaN fails. */
    Checks ratio(String key, double value) {
        return that(value >= 0 && value <= 1, "a number from 0 to 1", key);
    }

    /**
     * Ends the check.
     *
     * @throws InvalidSectionException if a rule is broken
     */
    void done() {
        if (!flaws.isEmpty()) {
            throw new InvalidSectionException(flaws);
        }
    }
}
