package dev.ax.worker;

import dev.ax.clock.StoreClock;
import dev.ax.config.AxConfig;
import dev.ax.store.ClaimedTask;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.VertxInternal;
import java.util.List;

/**
 * Pushes tasks to HTTP endpoints, as Standard Webhooks. One event loop of its own makes all calls and owns all their
 * state, so nothing races within a call and nothing here slows dispatch. A slot is taken until the answer has ended or
 * its connection was closed.
 */
public final class HttpPool implements SlotPool {

    /**
     * Idle connections are kept for less than the 5 s after which common servers close theirs: a request that meets the
     * close would fail, though the executor is well.
     */
    private static final int KEEP_ALIVE_SECONDS = 4;

    private final Slots slots;
    private final String node;
    private final HttpCaller caller;

    /** Calls by the configuration's slots, target rules and webhook secrets. */
    public HttpPool(Vertx vertx, AxConfig config, StoreClock clock) {
        this(vertx, config, clock, NameLookup.of((VertxInternal) vertx), new HttpClientOptions());
    }

    /** With names resolved, and TLS set up, by a test. */
    HttpPool(Vertx vertx, AxConfig config, StoreClock clock, NameLookup names, HttpClientOptions options) {
        this.slots = new Slots(config.worker().httpSlots());
        this.node = config.nodeId();
        HttpClient client = vertx.httpClientBuilder()
                .with(options.setProtocolVersion(HttpVersion.HTTP_1_1).setKeepAliveTimeout(KEEP_ALIVE_SECONDS))
                // Slots are the bound; a second one here would let calls wait for each other.
                .with(new PoolOptions().setHttp1MaxSize(slots.total()))
                .build();
        Context loop = ((VertxInternal) vertx).createEventLoopContext();
        this.caller = new HttpCaller(
                vertx,
                loop,
                client,
                names,
                new TargetRules(config.targets().allow()),
                new TargetHeaders(config.targets().secrets()),
                new WebhookSigner(config.webhooks().secrets()),
                clock);
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<String> routes() {
        return List.of("http");
    }

    @Override
    public int freeSlots() {
        return slots.free();
    }

    @Override
    public int slots() {
        return slots.total();
    }

    @Override
    public void onFree(Runnable listener) {
        slots.onFree(listener);
    }

    @Override
    public void run(ClaimedTask task, LeaseGuard guard, AttemptSink sink) {
        Attempt attempt = new Attempt(task, guard, sink, slots, node);
        attempt.begin(new HttpCall(attempt, caller));
    }

    /** Hands back what still runs and closes all connections. Nothing may be run afterwards. */
    public void close() {
        slots.abortAll();
        caller.client().close();
    }
}
