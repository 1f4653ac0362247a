package dev.ax.drill;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Users who submit one task after another, whatever is answered, until they are stopped: some two hundred a second, each
 * task due within half a second.
 */
final class Traffic implements AutoCloseable {
    private static final int USERS = 4;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
    private static final int DELAYS = 10;
    private static final int DELAY_STEP_MS = 50;

    /** A submission. {@code status} is -1 where no answer came. */
    record Sent(String id, long sentNanos, long answeredNanos, int status, String retryAfter, String body) {
        Duration took() {
            return Duration.ofNanos(answeredNanos - sentNanos);
        }
    }

    private final Api api;
    private final Ledger ledger;
    private final String prefix;
    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final List<Thread> users = new ArrayList<>();
    private volatile boolean stopped;

    private Traffic(Api api, Ledger ledger, String prefix) {
        this.api = api;
        this.ledger = ledger;
        this.prefix = prefix;
    }

    /** Begins. What is acknowledged goes into the ledger. */
    static Traffic start(Api api, Ledger ledger, String prefix) {
        Traffic traffic = new Traffic(api, ledger, prefix);
        for (int user = 0; user < USERS; user++) {
            String name = prefix + "-" + user;
            Thread thread = new Thread(() -> traffic.submit(name), name);
            thread.setDaemon(true);
            traffic.users.add(thread);
            thread.start();
        }
        return traffic;
    }

    List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** How many were answered so since an instant. */
    long count(int status, long sinceNanos) {
        return sent.stream()
                .filter(one -> one.status == status && one.sentNanos - sinceNanos >= 0)
                .count();
    }

    /** Ends, once those on their way are answered. */
    @Override
    public void close() {
        stopped = true;
        Await.until(
                Duration.ofSeconds(40),
                () -> users.stream().noneMatch(Thread::isAlive),
                () -> "users of " + prefix + " wait for answers");
    }

    private void submit(String name) {
        for (int i = 0; !stopped; i++) {
            Plan plan = Plan.noop(name + "-" + i, Duration.ofMillis((long) (i % DELAYS) * DELAY_STEP_MS));
            long sentNanos = System.nanoTime();
            try {
                Reply reply = api.submit(plan);
                if (reply.status() == 201) {
                    ledger.acknowledged(plan);
                }
                sent.add(new Sent(
                        plan.id(), sentNanos, System.nanoTime(), reply.status(), reply.retryAfter(), reply.body()));
            } catch (IOException gone) {
                sent.add(new Sent(plan.id(), sentNanos, System.nanoTime(), -1, null, gone.toString()));
            }
            Await.pause(PAUSE_NANOS);
        }
    }
}
