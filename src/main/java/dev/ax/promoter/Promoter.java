package dev.ax.promoter;

import dev.ax.clock.StoreClock;
import dev.ax.config.SchedulerConfig;
import dev.ax.store.TaskStore;
import dev.ax.store.Upcoming;
import dev.ax.tick.DueInbox;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what is due within the wheel's span from the store to the wheel, partition by partition, in pages. A
 * partition is read on again when half of its window has passed; the first windows have different lengths, so that
 * the reads of all partitions spread over that time: with the default 32 partitions and 51.2 s that is a little more
 * than one a second.
 *
 * <p>What is due already when a window begins is not copied: the partition is offered as due at once, and firing takes
 * by range whatever that is. So a start, or a pause of hours, costs one instant a partition, not a copy of the backlog.
 *
 * <p>When a read fails all wait for a growing pause; nothing is skipped, since a window ends where the last page that
 * came in ended. Owned by one thread; answers come back to it through the owner's executor.
 */
final class Promoter {
    /** Entries of one read: some hundred microseconds of the store. */
    static final int PAGE = 500;

    /** Reads under way at one time, so that a start or a wide window leaves room on the connection. */
    static final int READS = 4;

    /** A read that was not answered for this long is made again; the store's own limits end it sooner. */
    static final long ANSWER_WITHIN_NANOS = 10_000_000_000L;

    /** The longest sleep: bounds how late a change of partitions, or of the store's clock, is noticed. */
    private static final long LONGEST_TURN_MS = 1_000;

    private static final long FIRST_PAUSE_MS = 100;
    private static final long LONGEST_PAUSE_MS = 5_000;
    private static final long MS = 1_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(Promoter.class);

    private final TaskStore store;
    private final StoreClock clock;
    private final Supplier<List<Integer>> served;
    private final DueInbox inbox;
    private final Horizons horizons;
    private final Executor owner;
    private final long spanMs;
    private final Map<Integer, Window> windows = new TreeMap<>();

    private int reads;
    private int failures;
    private long notBeforeNanos;
    private volatile long shortestAheadMs;

    /**
     * A promoter that has loaded nothing.
     *
     * @param served the partitions of this node as of now
     * @param owner runs a command on the owning thread and a turn after it
     */
    Promoter(
            TaskStore store,
            StoreClock clock,
            SchedulerConfig config,
            Supplier<List<Integer>> served,
            DueInbox inbox,
            Horizons horizons,
            Executor owner) {
        this.store = store;
        this.clock = clock;
        this.served = served;
        this.inbox = inbox;
        this.horizons = horizons;
        this.owner = owner;
        this.spanMs = config.span().toMillis();
    }

    /**
     * Sends the reads that are wanted now.
     *
     * @return milliseconds until the next turn; an answer asks for one before
     */
    long turn() {
        long nowMs = clock.nowMs();
        long nowNanos = clock.nanoTime();
        follow(served.get(), nowMs);
        giveUpUnanswered(nowNanos);
        long pauseLeftMs = pauseLeftMs(nowNanos);
        if (pauseLeftMs > 0) {
            return Math.min(pauseLeftMs, LONGEST_TURN_MS);
        }
        long nextMs = LONGEST_TURN_MS;
        long aheadMs = spanMs;
        // A copy, since a store that answers at once comes back here before read() returns.
        for (Window window : new ArrayList<>(windows.values())) {
            if (!window.reading && reads < READS && window.wanted(nowMs) && pauseLeftMs(nowNanos) == 0) {
                begin(window, nowMs, nowNanos);
            }
            if (!window.reading) {
                nextMs = Math.min(nextMs, Math.max(1, window.untilWantedMs(nowMs)));
            }
            aheadMs = Math.min(aheadMs, window.loadedMs - nowMs);
        }
        shortestAheadMs = aheadMs;
        // With all reads under way the next answer brings the next turn.
        return reads < READS ? nextMs : LONGEST_TURN_MS;
    }

    /** How far ahead the least loaded partition is loaded, as of the last turn; for any thread. */
    long shortestAheadMs() {
        return shortestAheadMs;
    }

    private long pauseLeftMs(long nowNanos) {
        return failures == 0 ? 0 : Math.max(0, (notBeforeNanos - nowNanos + MS - 1) / MS);
    }

    /** Opens a window for each partition that came, closes those of partitions that went. */
    private void follow(List<Integer> now, long nowMs) {
        for (Iterator<Integer> known = windows.keySet().iterator(); known.hasNext(); ) {
            int partition = known.next();
            if (!now.contains(partition)) {
                closeReading(windows.get(partition));
                known.remove();
                horizons.close(partition);
            }
        }
        for (int at = 0; at < now.size(); at++) {
            int partition = now.get(at);
            if (!windows.containsKey(partition)) {
                // From half a span to a whole one: so the reads that follow are spread evenly over half a span.
                long firstMs = spanMs / 2 + spanMs / 2 * (at + 1) / now.size();
                windows.put(partition, new Window(partition, nowMs, firstMs));
                horizons.raise(partition, nowMs + firstMs); // what is submitted need not wait for the first read
                inbox.offer(partition, nowMs);
            }
        }
    }

    private void begin(Window window, long nowMs, long nowNanos) {
        if (window.loadedMs < nowMs - 1) {
            inbox.offer(window.partition, nowMs); // what passed unloaded is due: firing takes it by range
            window.loadedMs = nowMs - 1;
        }
        window.untilMs = nowMs + (window.firstMs > 0 ? window.firstMs : spanMs);
        horizons.raise(window.partition, window.untilMs);
        read(window, nowNanos);
    }

    private void read(Window window, long nowNanos) {
        if (!window.reading) {
            window.reading = true;
            reads++;
        }
        window.sentNanos = nowNanos;
        long call = ++window.calls;
        try {
            store.upcoming(window.partition, window.loadedMs, window.untilMs, PAGE)
                    .subscribe()
                    .with(
                            page -> owner.execute(() -> loaded(window, call, page)),
                            fault -> owner.execute(() -> failed(window, call, fault)));
        } catch (RuntimeException fault) {
            failed(window, call, fault);
        }
    }

    private void loaded(Window window, long call, Upcoming page) {
        if (!window.reading || window.calls != call) {
            return; // given up, or no longer served
        }
        if (failures > 0) {
            LOG.info("Loading what is due ahead goes on.");
            failures = 0;
        }
        long[] due = page.dueMs();
        inbox.offerAll(window.partition, due);
        if (page.complete() || due.length == 0) {
            window.loadedMs = window.untilMs;
            window.firstMs = 0;
            closeReading(window);
        } else {
            window.loadedMs = due[due.length - 1];
            read(window, clock.nanoTime());
        }
    }

    private void failed(Window window, long call, Throwable fault) {
        if (!window.reading || window.calls != call) {
            return;
        }
        closeReading(window);
        long nowNanos = clock.nanoTime();
        if (failures > 0 && nowNanos < notBeforeNanos) {
            return; // sent before the pause began
        }
        if (failures == 0) {
            LOG.warn(
                    "Loading what is due ahead in partition {} failed ({}): trying again.",
                    window.partition,
                    fault.toString());
        }
        long pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(failures, 10));
        failures++;
        notBeforeNanos =
                nowNanos + (long) (pauseMs * MS * ThreadLocalRandom.current().nextDouble(0.8, 1.2));
    }

    private void giveUpUnanswered(long nowNanos) {
        for (Window window : windows.values()) {
            if (window.reading && nowNanos - window.sentNanos > ANSWER_WITHIN_NANOS) {
                failed(window, window.calls, new IllegalStateException("no answer within 10 s"));
            }
        }
    }

    private void closeReading(Window window) {
        if (window.reading) {
            window.reading = false;
            reads--;
        }
    }

    /** One partition's piece of the time ahead. */
    private final class Window {
        final int partition;
        /** All that is due up to here was offered. */
        long loadedMs;
        /** The end of the read that is under way or was the last. */
        long untilMs;
        /** Length of the first window, until it is loaded; then 0. */
        long firstMs;

        boolean reading;
        long calls;
        long sentNanos;

        Window(int partition, long nowMs, long firstMs) {
            this.partition = partition;
            this.loadedMs = nowMs - 1;
            this.firstMs = firstMs;
        }

        boolean wanted(long nowMs) {
            return untilWantedMs(nowMs) <= 0;
        }

        long untilWantedMs(long nowMs) {
            return firstMs > 0 ? 0 : loadedMs - spanMs / 2 - nowMs;
        }
    }
}
