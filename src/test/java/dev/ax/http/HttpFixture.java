package dev.ax.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.StoreClock;
import dev.ax.config.ApiKeysConfig;
import dev.ax.config.HttpConfig;
import dev.ax.config.LimitsConfig;
import dev.ax.contract.ClusterJson.Cluster;
import dev.ax.contract.TaskDefaults;
import dev.ax.contract.TaskParser;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.metrics.PrometheusMeters;
import dev.ax.scheduler.FakeScheduler;
import dev.ax.task.RetryPolicy;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The REST way in on a free port, over a scheduler that does as the test says. */
final class HttpFixture implements AutoCloseable {
    static final long NOW_MS = 1_795_000_000_000L;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final LimitsConfig LIMITS = new LimitsConfig(64 * 1024, 10_000, 16 * 1024 * 1024);

    final Vertx vertx = Vertx.vertx();
    final FakeScheduler scheduler = new FakeScheduler();
    final AtomicReference<List<String>> notReady = new AtomicReference<>(List.of());
    final AtomicReference<Cluster> cluster = new AtomicReference<>();
    final AtomicLong nanos = new AtomicLong();
    final LoopPulse pulse = new LoopPulse(nanos::get);
    final PrometheusMeters meters = new PrometheusMeters();
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpServices services;
    private final HttpVerticle.Deployed deployed;

    HttpFixture() {
        this(ApiKeysConfig.NONE);
    }

    HttpFixture(ApiKeysConfig apiKeys) {
        new AxMetrics(meters.registry()).started(3);
        services = new HttpServices(
                scheduler,
                parser(),
                clock(),
                LIMITS,
                apiKeys,
                notReady::get,
                meters::scrape,
                () -> Uni.createFrom().item(cluster.get()),
                pulse);
        deployed = HttpVerticle.deploy(vertx, new HttpConfig(true, "127.0.0.1", 0, 2), services)
                .await()
                .atMost(PATIENCE);
    }

    static TaskParser parser() {
        TaskDefaults defaults = new TaskDefaults(RetryPolicy.DEFAULT, 0);
        return new TaskParser(
                defaults, LIMITS, () -> ThreadLocalRandom.current().nextLong());
    }

    /** A clock that stands still. */
    static StoreClock clock() {
        return new StoreClock() {
            @Override
            public long nowMs() {
                return NOW_MS;
            }

            @Override
            public long nanoTime() {
                return 0;
            }
        };
    }

    /** The table that is served; to be read, not called. */
    List<Endpoint> endpoints() {
        return Routes.endpoints(vertx, services, null, null, null);
    }

    int port() {
        return deployed.port();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    /** Posts JSON. */
    HttpResponse<String> post(String path, String json) {
        return send(json(path, json));
    }

    HttpRequest.Builder json(String path, String json) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException fault) {
            throw new AssertionError("no answer", fault);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofString());
    }

    /** Submits a task that must be new. */
    void submit(String id) {
        assertThat(post("/v1/tasks", "{\"id\":\"" + id + "\",\"type\":\"t\",\"delay\":\"1h\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    /** The problem that an answer is, checked for its shape. */
    static JsonObject problem(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonObject problem = new JsonObject(answer.body());
        assertThat(problem.getInteger("status")).isEqualTo(status);
        assertThat(problem.getString("type")).isNotBlank();
        assertThat(problem.getString("title")).isNotBlank();
        assertThat(problem.getString("detail")).isNotBlank();
        return problem;
    }

    /** The pointers of the faults that a problem lists. */
    static List<String> pointers(JsonObject problem) {
        return problem.getJsonArray("errors").stream()
                .map(fault -> ((JsonObject) fault).getString("pointer"))
                .toList();
    }

    /** Closes the way in, as a node does. */
    void undeploy() {
        deployed.close().await().atMost(PATIENCE);
    }

    @Override
    public void close() {
        meters.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
