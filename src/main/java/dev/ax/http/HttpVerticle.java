package dev.ax.http;

import dev.ax.async.Bridge;
import dev.ax.config.HttpConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The REST way in on one event loop; several instances share the port, and each serves the connections it was dealt.
 *
 * <p>Stopping takes no new connection, answers what was accepted, cuts waits for the end of a task short (they are
 * answered with the task as it stands), and closes.
 */
public final class HttpVerticle extends VerticleBase {
    /** What is accepted is answered within this, or cut: a part of the node's drain time. */
    private static final long SHUTDOWN_SECONDS = 10;

    /** A task's {@code wait} lasts an hour at most, and while it does nothing is read or written. */
    private static final int IDLE_SECONDS = 3_700;

    private static final int SWEEP_MS = 5_000;

    /** Room for an id, a cursor and a label of 200 characters, percent-encoded. */
    private static final int MAX_LINE = 16 * 1024;

    private static final int MAX_HEADERS = 16 * 1024;

    private static final AtomicInteger SHARED_PORTS = new AtomicInteger();

    private final Shared shared;
    private Waits waits;
    private Runnable watch;
    private volatile HttpServer server;

    private HttpVerticle(Shared shared) {
        this.shared = shared;
    }

    /** Starts as many instances as are configured. */
    public static Uni<Deployed> deploy(Vertx vertx, HttpConfig config, HttpServices services) {
        // A negative port is any free one, shared by all that name the same.
        int port = config.port() != 0 ? config.port() : -SHARED_PORTS.incrementAndGet();
        return Bridge.uni(() -> vertx.executeBlocking(Papers::load)
                .map(papers -> new Shared(config.host(), port, services, BodyBudget.ofHeap(), papers))
                .compose(shared -> deploy(vertx, shared, instances(config))));
    }

    private static Future<Deployed> deploy(Vertx vertx, Shared shared, int instances) {
        Queue<HttpVerticle> made = new ConcurrentLinkedQueue<>();
        Supplier<HttpVerticle> make = () -> {
            HttpVerticle verticle = new HttpVerticle(shared);
            made.add(verticle);
            return verticle;
        };
        return vertx.deployVerticle(make, new DeploymentOptions().setInstances(instances))
                .map(id -> new Deployed(vertx, id, made.element().server.actualPort()));
    }

    private static int instances(HttpConfig config) {
        return config.verticles() > 0
                ? config.verticles()
                : Runtime.getRuntime().availableProcessors();
    }

    @Override
    public Future<?> start() {
        HttpServices services = shared.services;
        BodyReader bodies = new BodyReader(shared.budget);
        waits = new Waits(context, services.scheduler());
        watch = services.pulse().watch(vertx, "http");
        vertx.setPeriodic(SWEEP_MS, timer -> bodies.sweep());
        server = vertx.createHttpServer(options())
                .requestHandler(Routes.router(
                        vertx,
                        Routes.endpoints(vertx, services, shared.papers, bodies, waits),
                        new Guard(new KeyRing(services.apiKeys()))))
                .invalidRequestHandler(Answers::unreadable);
        return server.listen(shared.port, shared.host);
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(MAX_HEADERS)
                .setHttp2ClearTextEnabled(false) // its bodies come without a length; nobody needs it
                .setPerFrameWebSocketCompressionSupported(false) // no WebSockets, so none of their handlers in the way
                .setPerMessageWebSocketCompressionSupported(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setTcpNoDelay(true)
                .setReuseAddress(true);
    }

    @Override
    public Future<?> stop() {
        watch.run();
        waits.cut();
        return server.shutdown(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }

    /** What the instances have in common. */
    private record Shared(String host, int port, HttpServices services, BodyBudget budget, Papers papers) {}

    /** The way in, open. */
    public static final class Deployed {
        private final Vertx vertx;
        private final String deploymentId;
        private final int port;

        private Deployed(Vertx vertx, String deploymentId, int port) {
            this.vertx = vertx;
            this.deploymentId = deploymentId;
            this.port = port;
        }

        /** The one it listens at. */
        public int port() {
            return port;
        }

        /** Closes it, as {@link HttpVerticle} says. */
        public Uni<Void> close() {
            return Bridge.uni(() -> vertx.undeploy(deploymentId));
        }
    }
}
