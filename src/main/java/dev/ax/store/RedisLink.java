package dev.ax.store;

import dev.ax.config.RedisConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A link to Redis for one purpose: one lasting connection (in a cluster one a master), everything pipelined over it,
 * made anew by itself. A link shares no connection with another, so a flood on one cannot delay the next.
 *
 * <p>Calls go out in the order of calling; one that has to be repeated loses its place. A call that never reached a
 * server fails after a short patience, so that an outage is told at once. One that did, and whose answer was lost, is
 * repeated until its budget ends, since only the repeat can tell whether it ran.
 *
 * <p>Calls may come from any thread; results arrive on the link's own context. Failures are {@link StoreException} or
 * {@link ScriptRefusedException}.
 */
final class RedisLink {
    private final ContextInternal context;
    private final RedisLinkOptions options;
    private final AxMetrics metrics;
    private final RedisRoutes routes;
    private final Promise<Void> ready;
    private final AtomicInteger calls = new AtomicInteger();
    /** Calls that wait for a connection, in the order of calling, with the timer that ends each one's wait. */
    private final Map<RedisCall, Long> waiting = new LinkedHashMap<>();

    private volatile boolean closed;
    private volatile boolean connected;
    private volatile long disconnectedSinceNanos;

    private RedisLink(Vertx vertx, RedisConfig config, RedisLinkOptions options, AxMetrics metrics) {
        this.context = ((VertxInternal) vertx).createEventLoopContext();
        this.options = options;
        this.metrics = metrics;
        this.ready = context.promise();
        this.disconnectedSinceNanos = options.nanoTime().getAsLong();
        this.routes = RedisRoutes.of(config, options, context, this::changed);
    }

    /**
     * Begins to connect, and never ceases to try until closed.
     *
     * @throws IllegalArgumentException for a URL that is none
     */
    static RedisLink open(Vertx vertx, RedisConfig config, RedisLinkOptions options, AxMetrics metrics) {
        config.urls().forEach(RedisClients::address); // a bad one fails here, not in every attempt
        RedisLink link = new RedisLink(vertx, config, options, metrics);
        link.context.emit(start -> link.routes.start());
        return link;
    }

    /** Completes with the first connection; does not fail. */
    Future<Void> ready() {
        return ready.future();
    }

    /** Whether every server that owns keys is connected, with the scripts loaded. */
    boolean connected() {
        return connected;
    }

    /** For how long {@link #connected} has been false; 0 while it is true. */
    Duration disconnectedFor() {
        return connected ? Duration.ZERO : Duration.ofNanos(options.nanoTime().getAsLong() - disconnectedSinceNanos);
    }

    /** Fails what is under way as UNAVAILABLE. */
    Future<Void> close() {
        closed = true;
        Promise<Void> done = context.promise();
        context.emit(close -> {
            routes.close().onComplete(done);
            wake(); // and each call finds the link closed
        });
        return done.future();
    }

    /** Sends a command that names no key, to any server; not repeated. */
    Future<Response> send(Request request) {
        return send(null, request);
    }

    /** Sends a command to the server that owns {@code key}; not repeated. */
    Future<Response> send(String key, Request request) {
        return begin(new RedisCall(this, null, key, RedisRequests.of(request), Duration.ZERO));
    }

    /** Sends commands on keys of one group in one go; fails with the first fault of any. */
    Future<List<Response>> sendAll(String key, List<Request> requests) {
        List<Future<Response>> answers = new ArrayList<>(requests.size());
        for (Request request : requests) {
            answers.add(send(key, request));
        }
        return Future.all(answers).map(all -> all.list());
    }

    /**
     * Runs a script.
     *
     * @param key the only key, and the prefix of all that the script touches, for example <code>{ax:0}:</code>
     * @param budget for how long the call is repeated while the store cannot serve, or the answer was lost; zero: never
     *     (then a lost answer fails as UNAVAILABLE). The last sending may take the command timeout longer.
     */
    Future<Response> call(LuaScript script, String key, ScriptArgs args, Duration budget) {
        return begin(new RedisCall(this, script.name(), key, RedisRequests.of(script, key, args), budget));
    }

    private Future<Response> begin(RedisCall call) {
        if (closed) {
            call.fail(unavailable("the link is closed", null));
        } else if (calls.incrementAndGet() > options.maxCalls()) {
            calls.decrementAndGet();
            call.fail(new StoreException(Kind.BUSY, label() + options.maxCalls() + " calls under way", null));
        } else {
            call.future().onComplete(end -> calls.decrementAndGet());
            context.emit(call, RedisCall::attempt);
        }
        return call.future();
    }

    /** Lets a call wait for what it needs to be connected. */
    void await(RedisCall call) {
        if (closed) {
            call.fail(unavailable("the link is closed", null));
            return;
        }
        long leftMs = Duration.ofNanos(call.waitEndNanos() - nowNanos()).toMillis();
        if (leftMs <= 0) {
            call.fail(unavailable("not connected", null));
            return;
        }
        waiting.put(call, context.setTimer(leftMs, late -> {
            waiting.remove(call);
            call.fail(unavailable("not connected", null));
        }));
    }

    /** Sends a call again after a delay. */
    void after(long delayMs, RedisCall call) {
        context.setTimer(delayMs, due -> call.attempt());
    }

    RedisRoutes routes() {
        return routes;
    }

    <T> Promise<T> promise() {
        return context.promise();
    }

    long nowNanos() {
        return options.nanoTime().getAsLong();
    }

    Duration patience() {
        return options.patience();
    }

    void measure(String script, long nanos, boolean ok) {
        metrics.scriptCalled(script, nanos, ok);
    }

    String label() {
        return "redis " + options.purpose() + ": ";
    }

    StoreException unavailable(String why, Throwable cause) {
        return new StoreException(Kind.UNAVAILABLE, label() + why, cause);
    }

    /** Something connected or was lost: what waits looks for its server again. */
    private void changed() {
        boolean now = routes.connected();
        if (connected && !now) {
            disconnectedSinceNanos = nowNanos();
        }
        connected = now;
        if (now) {
            ready.tryComplete();
        }
        wake();
    }

    private void wake() {
        Map<RedisCall, Long> woken = new LinkedHashMap<>(waiting);
        waiting.clear();
        woken.values().forEach(context.owner()::cancelTimer);
        woken.keySet().forEach(RedisCall::attempt);
    }
}
