package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An HTTP executor of tasks that answers as it is told, path by path, and keeps what it was sent. */
final class Sink implements AutoCloseable {

    /** A call of the executor. {@code atNanos} is when it came, from an arbitrary origin. */
    record Call(String path, String body, long atNanos) {

        JsonObject json() {
            return new JsonObject(body);
        }

        long token() {
            return json().getLong("token");
        }
    }

    /** How a path answers. Must end the exchange, unless it is to hang. */
    @FunctionalInterface
    interface Behaviour {
        void answer(HttpExchange exchange, Call call) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Map<String, BlockingQueue<Call>> arrivals = new ConcurrentHashMap<>();

    Sink() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Has a path answer so; the target of a task to it. */
    String on(String path, Behaviour behaviour) {
        behaviours.put(path, behaviour);
        return "{\"http\":{\"url\":\"http://127.0.0.1:" + server.getAddress().getPort() + path + "\"}}";
    }

    String on(String path, int status) {
        return on(path, status, "");
    }

    String on(String path, int status, String body) {
        return on(path, (exchange, call) -> reply(exchange, status, body));
    }

    /** The calls of a path so far. */
    List<Call> calls(String path) {
        return calls.stream().filter(call -> call.path.equals(path)).toList();
    }

    /** The next call of a path that was not asked for yet. */
    Call next(String path) throws InterruptedException {
        Call call = arrivals(path).poll(30, TimeUnit.SECONDS);
        assertThat(call).as("a call of %s", path).isNotNull();
        return call;
    }

    static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Call call = new Call(path, body, System.nanoTime());
        calls.add(call);
        try {
            behaviours.get(path).answer(exchange, call);
        } finally {
            arrivals(path).add(call);
        }
    }

    private BlockingQueue<Call> arrivals(String path) {
        return arrivals.computeIfAbsent(path, key -> new LinkedBlockingQueue<>());
    }
}
