package dev.ax.worker;

import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import dev.ax.task.Target;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * One attempt that is pushed over HTTP: resolve, judge, connect, send, read. Everything but {@link #start} and
 * {@link #stop} runs on the caller's event loop.
 *
 * <p>The name is resolved once, each address is judged, and one of those judged is connected to, so no second answer of
 * a name server can lead elsewhere. Redirects are not followed: they would lead past the rules.
 */
final class HttpCall implements AttemptCall {

    /** A host that takes longer to accept is tried at its next address, then later. */
    private static final int CONNECT_TIMEOUT_MS = 10_000;

    private final Attempt attempt;
    private final HttpCaller caller;
    private final ClaimedTask task;
    private final Target.Http target;

    private long timer = -1;
    private boolean closed;
    private HttpClientRequest request;
    private TargetUrl url;
    private TargetHeaders.Resolved headers;

    HttpCall(Attempt attempt, HttpCaller caller) {
        this.attempt = attempt;
        this.caller = caller;
        this.task = attempt.task();
        this.target = (Target.Http) task.spec().target();
    }

    @Override
    public void start(long startedAtMs) {
        onLoop(this::open);
    }

    /** The request may be on its way by now. */
    @Override
    public boolean stop() {
        onLoop(() -> close(true));
        return true;
    }

    private void open() {
        if (attempt.isOver()) {
            close(false);
            return;
        }
        Duration timeout = task.spec().timeout();
        timer = caller.vertx().setTimer(Math.max(1, timeout.toMillis()), t -> timeOut(timeout));
        try {
            url = TargetUrl.parse(target.url());
            headers = caller.headers().resolve(target.headers());
        } catch (TargetFaultException fault) {
            end(Outcome.Failed.permanent(ErrorText.limit(fault.getMessage())), false);
            return;
        }
        if (url.literal() != null) {
            connectTo(List.of(url.literal().toInetAddress()));
        } else {
            caller.names()
                    .resolve(url.host())
                    .onComplete(
                            addresses -> onLoop(() -> connectTo(addresses)),
                            fault -> onLoop(() -> fail("the host " + url.host() + " could not be resolved", fault)));
        }
    }

    private void timeOut(Duration timeout) {
        attempt.end(new Outcome.TimedOut(timeout));
        close(true);
    }

    private void connectTo(List<InetAddress> addresses) {
        List<InetAddress> allowed = new ArrayList<>();
        String refusal = "the host " + url.host() + " has no address";
        for (InetAddress address : addresses) {
            TargetRules.Decision decision = caller.rules().judge(url, address);
            if (decision.allowed()) {
                allowed.add(address);
            } else {
                refusal = decision.reason();
            }
        }
        if (allowed.isEmpty()) {
            end(Outcome.Failed.permanent("the target is refused: " + refusal), false);
        } else {
            connect(allowed, 0);
        }
    }

    private void connect(List<InetAddress> addresses, int index) {
        if (closed) {
            return;
        }
        try {
            caller.client().request(options(addresses.get(index))).onComplete(this::send, fault -> {
                // Nothing was sent, so the next address is no second delivery.
                if (index + 1 < addresses.size()) {
                    connect(addresses, index + 1);
                } else {
                    fail("no connection to " + url.authority(), fault);
                }
            });
        } catch (RuntimeException closing) {
            // The client says by an exception that it is closed.
            fail("no connection to " + url.authority(), closing);
        }
    }

    private RequestOptions options(InetAddress address) {
        return new RequestOptions()
                .setMethod(HttpMethod.valueOf(target.method()))
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, url.port())))
                .setHost(url.host())
                .setPort(url.port())
                .setSsl(url.scheme().equals("https"))
                .setURI(url.pathAndQuery())
                .setFollowRedirects(false)
                .setConnectTimeout(CONNECT_TIMEOUT_MS);
    }

    private void send(HttpClientRequest connected) {
        // Without these Vert.x logs as its own error what an executor, or a timeout, did to the call.
        connected.exceptionHandler(this::broken);
        connected.connection().exceptionHandler(this::broken);
        if (closed) {
            connected.reset();
            return;
        }
        request = connected;
        try {
            Buffer body = AttemptMessage.text(task);
            putHeaders(body);
            request.send(body).onComplete(this::read, this::broken);
        } catch (RuntimeException fault) {
            broken(fault);
        }
    }

    private void putHeaders(Buffer body) {
        request.putHeader("Content-Type", "application/json").putHeader("User-Agent", "ax");
        headers.values().forEach(request::putHeader);
        String id = WebhookSigner.webhookId(task.id(), task.replays());
        long seconds = Math.floorDiv(caller.clock().nowMs(), 1000L);
        request.putHeader("webhook-id", id).putHeader("webhook-timestamp", Long.toString(seconds));
        if (caller.signer().signs()) {
            request.putHeader("webhook-signature", caller.signer().sign(id, seconds, body));
        }
        request.putHeader("Ax-Attempt", Integer.toString(task.attempt()))
                .putHeader("Ax-Token", Long.toString(task.token()))
                .putHeader("traceparent", traceparent());
    }

    /** Called in the turn in which the head came: a handler that is set later would miss what follows it. */
    private void read(HttpClientResponse response) {
        if (closed) {
            return;
        }
        if (AsyncAnswer.isAsync(response)) {
            // Its word is in the head: told at once, since the report may follow within the millisecond.
            attempt.detach(AsyncAnswer.heartbeat(response.getHeader("Ax-Heartbeat")));
        }
        Buffer body = Buffer.buffer();
        Consumer<Boolean> done = whole -> end(HttpVerdict.of(response, body, whole, headers, caller.clock()), !whole);
        response.exceptionHandler(this::broken);
        response.endHandler(end -> done.accept(true));
        response.handler(chunk -> {
            if (closed) {
                return;
            }
            body.appendBuffer(chunk, 0, Math.min(chunk.length(), Results.MAX_BYTES + 1 - body.length()));
            if (body.length() > Results.MAX_BYTES) {
                done.accept(false);
            }
        });
    }

    private void broken(Throwable fault) {
        fail("no whole answer from " + url.authority(), fault);
    }

    private void fail(String what, Throwable fault) {
        String why = fault.getMessage() == null ? fault.getClass().getSimpleName() : fault.getMessage();
        end(Outcome.Failed.retryable(ErrorText.limit(headers.redact(what + ": " + why))), true);
    }

    private void end(Outcome outcome, boolean reset) {
        attempt.end(outcome);
        close(reset);
    }

    /** Ends the call. Over HTTP/1.1 a reset closes the connection: what was not read is never read. */
    private void close(boolean reset) {
        if (closed) {
            return;
        }
        closed = true;
        caller.vertx().cancelTimer(timer);
        if (reset && request != null) {
            request.reset();
        }
        attempt.free();
    }

    private void onLoop(Runnable step) {
        caller.loop().runOnContext(v -> step.run());
    }

    /** W3C Trace Context, version 00, sampled; a trace of its own for each attempt. */
    private static String traceparent() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return String.format(
                "00-%016x%016x-%016x-01",
                random.nextLong(), random.nextLong(1, Long.MAX_VALUE), random.nextLong(1, Long.MAX_VALUE));
    }
}
