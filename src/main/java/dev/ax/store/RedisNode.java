package dev.ax.store;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.CloseFuture;
import io.vertx.core.internal.ContextInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server, and the one connection to it: pipelines every request, and makes the connection anew, after a growing
 * delay, whenever it ends or owes an answer for too long.
 *
 * <p>Each connection lives in a session of its own, with a client of its own; a fault ends both. So a handshake that
 * hangs holds up nothing, and no answer of one connection can be taken for one of the next.
 *
 * <p>Owned by the link's context; every method is called there, but {@link #connected}.
 */
final class RedisNode {
    private static final Logger LOG = LoggerFactory.getLogger(RedisNode.class);
    private static final long RETRY_FIRST_MS = 50;
    private static final long RETRY_LAST_MS = 1_000;

    /** A connection that lasted shorter than this does not end the growth of the delays. */
    private static final long STEADY_NANOS = Duration.ofSeconds(1).toNanos();

    /** A timer that comes later than this says that this process was held up, not the server. */
    private static final long HELD_UP_NANOS = Duration.ofMillis(100).toNanos();

    private final ContextInternal context;
    private final RedisLinkOptions options;
    private final long timeoutMs;
    private final String label;
    private final Function<Vertx, Redis> client;
    private final Runnable changed;
    private final Backoff backoff = new Backoff(RETRY_FIRST_MS, RETRY_LAST_MS);

    private Session session;
    private boolean closed;
    private String reported = "";
    private volatile boolean connected;

    /**
     * @param label for logs
     * @param client makes a client for one session
     * @param changed called after each change of {@link #connected}
     */
    RedisNode(
            ContextInternal context,
            RedisLinkOptions options,
            Duration commandTimeout,
            String label,
            Function<Vertx, Redis> client,
            Runnable changed) {
        this.context = context;
        this.options = options;
        this.timeoutMs = commandTimeout.toMillis();
        this.label = label;
        this.client = client;
        this.changed = changed;
    }

    void start() {
        if (!closed) {
            session = new Session();
            session.open();
        }
    }

    boolean connected() {
        return connected;
    }

    boolean idle() {
        return session == null || session.inFlight.isEmpty();
    }

    /**
     * Sends at once, behind what was sent before.
     *
     * @return the answer, in the order of sending; fails with {@link ConnectionLostException} or the server's error
     */
    Future<Response> send(Request request) {
        if (!connected) {
            return Future.failedFuture(new ConnectionLostException(label + " is not connected", false));
        }
        return session.send(request);
    }

    /** Ends the connection and makes another. What is in flight fails as lost. */
    void recycle(String reason) {
        if (session != null) {
            session.end(reason);
        }
    }

    Future<Void> close() {
        closed = true;
        return session == null ? Future.succeededFuture() : session.end("closed");
    }

    private void restartLater() {
        if (!closed) {
            context.setTimer(backoff.nextMs(), timer -> start());
        }
    }

    /** A line for each change, and for each new reason that the server itself gives (a wrong password, say). */
    private void report(boolean wasServing, String reason) {
        String code = RedisErrors.code(reason);
        boolean news = wasServing || reported.isEmpty() || (reason.startsWith(code + ' ') && isCode(code));
        if (closed || !news || code.equals(reported)) {
            LOG.debug("redis {}: {} is out of reach: {}", options.purpose(), label, reason);
            return;
        }
        reported = code;
        LOG.warn("redis {}: {} is out of reach: {}; trying again until it is back", options.purpose(), label, reason);
    }

    private static boolean isCode(String word) {
        return word.chars().allMatch(c -> c >= 'A' && c <= 'Z') && word.length() > 2;
    }

    /** A request whose answer is owed. */
    private static final class Owed {
        final long sinceNanos;
        final Promise<Response> promise;
        boolean answered;

        Owed(long sinceNanos, Promise<Response> promise) {
            this.sinceNanos = sinceNanos;
            this.promise = promise;
        }
    }

    /** One connection from its first packet to its end. */
    private final class Session {
        final Deque<Owed> inFlight = new ArrayDeque<>();
        private Redis redis;
        private RedisConnection connection;
        private boolean over;
        private boolean watched;
        private long servingSinceNanos;

        void open() {
            // a scope of its own, else the Vertx remembers every client until it is closed itself
            ContextInternal scope = context.owner()
                    .contextBuilder()
                    .withEventLoop(context.nettyEventLoop())
                    .withCloseFuture(new CloseFuture())
                    .build();
            scope.dispatch(() -> redis = client.apply(context.owner()));
            long limit =
                    context.setTimer(timeoutMs, timer -> end("no answer to the handshake in " + timeoutMs + " ms"));
            redis.connect()
                    .compose(this::prepare)
                    .onComplete(
                            ready -> {
                                context.owner().cancelTimer(limit);
                                serve();
                            },
                            fault -> {
                                context.owner().cancelTimer(limit);
                                end(reason(fault));
                            });
        }

        private Future<Void> prepare(RedisConnection made) {
            connection = made;
            made.exceptionHandler(fault -> end(reason(fault)));
            made.endHandler(end -> end("the connection was closed"));
            List<Future<Response>> steps = new ArrayList<>();
            steps.add(made.send(Request.cmd(Command.CLIENT).arg("SETNAME").arg("ax-" + options.purpose()))
                    .otherwiseEmpty()); // only a help to those who look at CLIENT LIST
            steps.add(made.send(Request.cmd(Command.ROLE)).transform(this::notAReplica));
            for (LuaScript script : options.scripts()) {
                steps.add(made.send(Request.cmd(Command.SCRIPT).arg("LOAD").arg(script.source())));
            }
            return Future.all(steps).mapEmpty();
        }

        /** A replica takes no writes: it counts as out of reach until it is a master. */
        private Future<Response> notAReplica(Response role, Throwable fault) {
            boolean replica = role != null && "slave".equals(role.get(0).toString());
            // who may not ask for the role learns it from the first write
            return replica ? Future.failedFuture("READONLY it is a replica") : Future.succeededFuture(role);
        }

        private void serve() {
            if (over) {
                return;
            }
            servingSinceNanos = options.nanoTime().getAsLong();
            connected = true;
            reported = "";
            LOG.info("redis {}: connected to {}", options.purpose(), label);
            changed.run();
        }

        Future<Response> send(Request request) {
            Owed owed = new Owed(options.nanoTime().getAsLong(), context.promise());
            inFlight.add(owed);
            watch(timeoutMs);
            connection
                    .send(request)
                    .onComplete(
                            response -> {
                                settle(owed);
                                owed.promise.tryComplete(response);
                            },
                            fault -> {
                                if (RedisErrors.fromServer(fault)) {
                                    settle(owed);
                                    owed.promise.tryFail(fault);
                                } else {
                                    // one that failed to go out leaves the connection in a state that nobody knows
                                    end(reason(fault));
                                }
                            });
            return owed.promise.future();
        }

        private void settle(Owed owed) {
            owed.answered = true;
            while (!inFlight.isEmpty() && inFlight.peek().answered) {
                inFlight.remove();
            }
        }

        /** Answers come in order, so one timer for the oldest request watches over all. */
        private void watch(long ms) {
            if (watched) {
                return;
            }
            watched = true;
            long dueNanos =
                    options.nanoTime().getAsLong() + Duration.ofMillis(ms).toNanos();
            context.setTimer(ms, timer -> {
                watched = false;
                long nowNanos = options.nanoTime().getAsLong();
                if (over || inFlight.isEmpty()) {
                    return;
                }
                long ageMs =
                        Duration.ofNanos(nowNanos - inFlight.peek().sinceNanos).toMillis();
                if (ageMs < timeoutMs) {
                    watch(timeoutMs - ageMs);
                } else if (nowNanos - dueNanos > HELD_UP_NANOS) {
                    watch(Duration.ofNanos(HELD_UP_NANOS).toMillis()); // the answers may lie unread
                } else {
                    end("no answer in " + ageMs + " ms");
                }
            });
        }

        Future<Void> end(String reason) {
            if (over) {
                return Future.succeededFuture();
            }
            over = true;
            boolean wasServing = connected;
            connected = false;
            session = null;
            if (wasServing && options.nanoTime().getAsLong() - servingSinceNanos >= STEADY_NANOS) {
                backoff.reset();
            }
            report(wasServing, reason);
            Future<Void> gone = redis.close().recover(fault -> Future.succeededFuture());
            if (wasServing) {
                changed.run(); // before those in flight learn of it, so that none of them finds the link connected
            }
            ConnectionLostException lost = new ConnectionLostException(label + ": " + reason, true);
            List<Owed> lostOnes = List.copyOf(inFlight);
            inFlight.clear();
            lostOnes.forEach(owed -> owed.promise.tryFail(lost));
            restartLater();
            return gone;
        }

        private String reason(Throwable fault) {
            String message = fault.getMessage();
            if (fault instanceof ClosedChannelException || "CONNECTION_CLOSED".equals(message)) {
                return "the connection was closed";
            }
            return message == null
                    ? fault.toString()
                    : message.replace('\n', ' ').strip();
        }
    }
}
