package dev.ax.store;

import dev.ax.store.StoreException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;

/**
 * One call on its way through a {@link RedisLink}: sent, redirected, repeated, until it is answered or its time is up.
 * Owned by the link's context.
 */
final class RedisCall {
    private static final long REPEAT_FIRST_MS = 20;
    private static final long REPEAT_LAST_MS = 500;

    /** Redirects follow each other while slots move; more than this is a cluster at odds with itself. */
    private static final int MAX_REDIRECTS = 5;

    private final RedisLink link;
    private final String name;
    private final String key;
    private final RedisRequests requests;
    private final Promise<Response> promise;
    private final long patienceEndNanos;
    private final long budgetEndNanos;

    private Backoff backoff;
    private boolean resend;
    private boolean source;
    private boolean refused;
    private int redirects;
    private String redirect;

    /**
     * @param name of the script, for metrics and messages; null for a plain command
     * @param key decides which server is asked; null: any
     */
    RedisCall(RedisLink link, String name, String key, RedisRequests requests, Duration budget) {
        this.link = link;
        this.name = name;
        this.key = key;
        this.requests = requests;
        this.promise = link.promise();
        long nowNanos = link.nowNanos();
        this.patienceEndNanos = nowNanos + link.patience().toNanos();
        this.budgetEndNanos = nowNanos + budget.toNanos();
    }

    Future<Response> future() {
        return promise.future();
    }

    /** When a call that finds no connection gives up. */
    long waitEndNanos() {
        // what the server has seen once deserves its whole budget: only a repeat can tell whether it ran
        return resend || refused ? budgetEndNanos : patienceEndNanos;
    }

    void attempt() {
        if (promise.future().isComplete()) {
            return;
        }
        RedisNode node =
                redirect != null ? link.routes().at(redirect) : link.routes().node(key);
        redirect = null; // a server that cannot be reached is no better than the map
        if (node == null || !node.connected()) {
            link.await(this);
            return;
        }
        Request request;
        try {
            request = requests.make(resend, source);
        } catch (RuntimeException fault) {
            fail(new StoreException(Kind.BROKEN, link.label() + what() + "cannot be sent", fault));
            return;
        }
        long sentNanos = link.nowNanos();
        node.send(request)
                .onComplete(
                        response -> {
                            measure(sentNanos, true);
                            promise.tryComplete(response);
                        },
                        fault -> failed(node, fault, sentNanos));
    }

    void fail(RuntimeException fault) {
        promise.tryFail(fault);
    }

    private void failed(RedisNode node, Throwable fault, long sentNanos) {
        if (fault instanceof ConnectionLostException lost) {
            measure(sentNanos, false);
            resend |= lost.sent();
            if (budgetEndNanos - link.nowNanos() > 0 || !lost.sent()) {
                attempt();
            } else {
                fail(link.unavailable(what() + lost.getMessage(), lost));
            }
            return;
        }
        String message = String.valueOf(fault.getMessage());
        RedisErrors error = RedisErrors.of(message);
        switch (error) {
            case NO_SCRIPT -> sendSource(message);
            case MOVED -> follow(message);
            default -> {
                measure(sentNanos, error == RedisErrors.REFUSED);
                judge(node, error, message);
            }
        }
    }

    private void judge(RedisNode node, RedisErrors error, String message) {
        switch (error) {
            case ELSEWHERE -> {
                node.recycle(RedisErrors.code(message) + " in answer to " + (name == null ? "a command" : name));
                later(message);
            }
            case LATER -> {
                link.routes().stale();
                later(message);
            }
            case FULL -> fail(new StoreException(Kind.FULL, link.label() + what() + message, null));
            case REFUSED -> {
                String code = RedisErrors.code(message);
                fail(new ScriptRefusedException(
                        name, code, message.substring(code.length()).strip()));
            }
            default -> fail(new StoreException(Kind.BROKEN, link.label() + what() + message, null));
        }
    }

    private void sendSource(String message) {
        if (source) {
            fail(new StoreException(Kind.BROKEN, link.label() + what() + message, null));
            return;
        }
        source = true;
        attempt();
    }

    /** {@code MOVED 3999 host:port}. */
    private void follow(String message) {
        link.routes().stale();
        String address = message.substring(message.lastIndexOf(' ') + 1);
        if (++redirects > MAX_REDIRECTS || address.startsWith(":")) {
            later(message);
            return;
        }
        redirect = address;
        attempt();
    }

    private void later(String message) {
        refused = true;
        redirects = 0;
        if (backoff == null) {
            backoff = new Backoff(REPEAT_FIRST_MS, REPEAT_LAST_MS); // few calls ever need one
        }
        long delayMs = backoff.nextMs();
        if (budgetEndNanos - link.nowNanos() <= Duration.ofMillis(delayMs).toNanos()) {
            fail(link.unavailable(what() + message, null));
            return;
        }
        link.after(delayMs, this);
    }

    private void measure(long sentNanos, boolean ok) {
        if (name != null) {
            link.measure(name, link.nowNanos() - sentNanos, ok);
        }
    }

    private String what() {
        return name == null ? "" : "script " + name + ": ";
    }
}
