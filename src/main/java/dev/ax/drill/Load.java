package dev.ax.drill;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A client as one should be: it submits so many tasks a second however the nodes fare, asks each node five times a second
 * whether it is ready and sends to those that are, and sends what was refused or broke off again under the same ids. Where
 * none is ready it sends to any.
 */
final class Load implements AutoCloseable {
    private static final Duration TURN = Duration.ofMillis(50);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BACK_OFF = Duration.ofMillis(500);
    private static final int OK = 200;

    private final List<ChildNode> nodes;
    private final Work work;
    private final Sent sent;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService turns = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "load");
        thread.setDaemon(true);
        return thread;
    });
    private final ConcurrentHashMap<String, Boolean> ready = new ConcurrentHashMap<>();
    private final List<Refused> refused = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger rotation = new AtomicInteger();
    private volatile boolean closing;

    /**
     * An answer other than 200, or none.
     *
     * @param status 0 where the connection broke
     */
    record Refused(long sentNanos, Duration took, String node, int status, String what) {}

    Load(List<ChildNode> nodes, Work work, Sent sent) {
        this.nodes = nodes;
        this.work = work;
        this.sent = sent;
    }

    /** Begins to submit so many tasks a second. */
    void start(int rate) {
        nodes.forEach(node -> ready.put(node.id(), true));
        int each = (int) Math.max(1, rate * TURN.toMillis() / 1_000);
        var unusedPoll = turns.scheduleAtFixedRate(this::poll, 0, POLL.toMillis(), TimeUnit.MILLISECONDS);
        var unusedTake = turns.scheduleAtFixedRate(() -> take(each), 0, TURN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Submits so many at once, in batches, and returns when they are acknowledged. */
    void submit(int count, int batch) {
        nodes.forEach(node -> ready.put(node.id(), true));
        for (int done = 0; done < count; done += batch) {
            take(Math.min(batch, count - done));
            Pause.until(PATIENCE, () -> open.get() < 4);
        }
        awaitAcknowledged(Duration.ofMinutes(2));
    }

    /** Takes no new numbers, and waits until all that were taken are acknowledged. */
    void finish(Duration atMost) {
        closing = true;
        awaitAcknowledged(atMost);
    }

    private void awaitAcknowledged(Duration atMost) {
        if (!Pause.until(atMost, () -> open.get() == 0)) {
            throw new IllegalStateException(open.get() + " batches are still not acknowledged; the last refusal: "
                    + refused().stream().reduce((a, b) -> b).map(Refused::what).orElse("none"));
        }
    }

    List<Refused> refused() {
        synchronized (refused) {
            return List.copyOf(refused);
        }
    }

    @Override
    public void close() {
        closing = true;
        turns.shutdownNow();
    }

    private void take(int count) {
        if (!closing) {
            int first = sent.take(count);
            open.incrementAndGet();
            post(IntStream.range(first, first + count).toArray());
        }
    }

    private void post(int[] numbers) {
        ChildNode node = next();
        JsonArray batch = new JsonArray();
        for (int number : numbers) {
            batch.add(work.json(number));
        }
        long sentNanos = System.nanoTime();
        var unused = client.sendAsync(
                        HttpRequest.newBuilder(URI.create(node.url() + "/v1/tasks/batch"))
                                .timeout(PATIENCE)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(batch.encode()))
                                .build(),
                        BodyHandlers.ofString())
                .whenComplete((answer, fault) -> {
                    Duration took = Duration.ofNanos(System.nanoTime() - sentNanos);
                    if (fault != null) {
                        refused(new Refused(sentNanos, took, node.id(), 0, "" + fault), numbers, BACK_OFF);
                    } else if (answer.statusCode() == OK) {
                        acknowledge(numbers, answer, new Refused(sentNanos, took, node.id(), 0, ""));
                    } else {
                        refused(
                                new Refused(sentNanos, took, node.id(), answer.statusCode(), answer.body()),
                                numbers,
                                backOff(answer));
                    }
                });
    }

    /** One by one: some of a batch may be stored, and others refused. */
    private void acknowledge(int[] numbers, HttpResponse<String> answer, Refused sample) {
        JsonArray results = new JsonObject(answer.body()).getJsonArray("results");
        List<Integer> again = new ArrayList<>();
        int status = 0;
        for (int i = 0; i < numbers.length; i++) {
            int each = results.getJsonObject(i).getInteger("status");
            if (each == 200 || each == 201) {
                sent.acknowledged(numbers[i]);
            } else {
                again.add(numbers[i]);
                status = each;
            }
        }
        if (again.isEmpty()) {
            open.decrementAndGet();
        } else {
            refused(
                    new Refused(sample.sentNanos(), sample.took(), sample.node(), status, "in a batch"),
                    again.stream().mapToInt(Integer::intValue).toArray(),
                    BACK_OFF);
        }
    }

    private void refused(Refused one, int[] numbers, Duration backOff) {
        synchronized (refused) {
            refused.add(one);
        }
        if (!turns.isShutdown()) {
            var unused = turns.schedule(() -> post(numbers), backOff.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Duration backOff(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(BACK_OFF);
    }

    private ChildNode next() {
        List<ChildNode> takers =
                nodes.stream().filter(node -> ready.get(node.id())).toList();
        List<ChildNode> from = takers.isEmpty() ? nodes : takers;
        return from.get(Math.floorMod(rotation.getAndIncrement(), from.size()));
    }

    private void poll() {
        for (ChildNode node : nodes) {
            var unused = client.sendAsync(
                            HttpRequest.newBuilder(URI.create(node.url() + "/health/ready"))
                                    .timeout(POLL.multipliedBy(5))
                                    .build(),
                            BodyHandlers.discarding())
                    .whenComplete((answer, fault) -> ready.put(node.id(), fault == null && answer.statusCode() == OK));
        }
    }
}
