package dev.ax.cli;

import dev.ax.async.Bridge;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Posts tasks one by one over connections that are kept, on one event loop and with requests written as bytes: a client
 * that costs little leaves more of the machine to the node. Its methods block and are for one thread, what it holds
 * belongs to the event loop.
 */
final class BenchPoster {
    private static final String HOST = "127.0.0.1";

    /** How finely a timer can spread posts. */
    private static final long LOOK_MS = 1;

    private final Vertx vertx;
    private final Context loop;
    private final BenchPost post;
    private final Deque<BenchConnection> idle = new ArrayDeque<>();
    private int number;
    private Run run;

    BenchPoster(Vertx vertx, BenchTasks tasks) {
        this.vertx = vertx;
        this.loop = vertx.getOrCreateContext();
        this.post = new BenchPost(HOST, tasks, BenchRound.inAnHour());
    }

    void connect(int port, int connections) {
        Bridge.uni(() -> Future.future(promise -> loop.runOnContext(go -> {
                    NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
                    List<Future<Void>> all = new ArrayList<>();
                    for (int i = 0; i < connections; i++) {
                        all.add(client.connect(port, HOST)
                                .map(socket -> new BenchConnection(socket, post, this::answered))
                                .onSuccess(idle::add)
                                .mapEmpty());
                    }
                    Future.all(all).onComplete(promise::complete, promise::fail);
                })))
                .await()
                .indefinitely();
    }

    /**
     * Posts some and waits for their answers. A latency counts from the instant that the rate sets for its post, so that
     * a post that waits for a connection is seen to wait.
     *
     * @param perSecond the rate; infinite: each connection posts again as soon as it is answered
     */
    JsonObject post(int count, double perSecond) {
        CompletableFuture<JsonObject> done = new CompletableFuture<>();
        loop.runOnContext(go -> {
            run = new Run(count, TimeUnit.SECONDS.toNanos(1) / perSecond, done);
            long timer = vertx.setPeriodic(LOOK_MS, tick -> run.send());
            var unused = done.whenComplete((answer, fault) -> vertx.cancelTimer(timer));
            run.send();
        });
        return done.join();
    }

    private void answered(BenchConnection connection, int status) {
        idle.add(connection);
        run.answered(connection.intendedNanos(), status);
    }

    /** One measurement. */
    private final class Run {
        private static final int CREATED = 201;

        private final int count;
        private final double intervalNanos;
        private final CompletableFuture<JsonObject> done;
        private final long startNanos = System.nanoTime();
        private final Histogram latencyMicros = new Histogram(TimeUnit.MINUTES.toMicros(1), 3);
        private int sent;
        private int open;

        Run(int count, double intervalNanos, CompletableFuture<JsonObject> done) {
            this.count = count;
            this.open = count;
            this.intervalNanos = intervalNanos;
            this.done = done;
        }

        void send() {
            long nowNanos = System.nanoTime();
            while (sent < count && !idle.isEmpty()) {
                long intendedNanos = intervalNanos == 0 ? nowNanos : startNanos + (long) (sent * intervalNanos);
                if (intendedNanos - nowNanos > 0) {
                    return;
                }
                sent++;
                idle.remove().send(number++, intendedNanos);
            }
        }

        void answered(long intendedNanos, int status) {
            if (status != CREATED) {
                done.completeExceptionally(new IllegalStateException("a post was answered " + status));
                return;
            }
            latencyMicros.recordValue(
                    Math.min((System.nanoTime() - intendedNanos) / 1000, latencyMicros.getHighestTrackableValue()));
            open--;
            if (open == 0) {
                done.complete(answer());
            } else {
                send();
            }
        }

        private JsonObject answer() {
            return new JsonObject()
                    .put("perSecond", count / ((System.nanoTime() - startNanos) / 1e9))
                    .put("p50Ms", latencyMicros.getValueAtPercentile(50) / 1e3)
                    .put("p99Ms", latencyMicros.getValueAtPercentile(99) / 1e3)
                    .put("maxMs", latencyMicros.getMaxValue() / 1e3);
        }
    }
}
