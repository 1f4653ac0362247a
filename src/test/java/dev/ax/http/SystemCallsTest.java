package dev.ax.http;

import static dev.ax.http.HttpFixture.NOW_MS;
import static dev.ax.http.HttpFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.ApiKeysConfig;
import dev.ax.contract.ClusterJson.Cluster;
import dev.ax.contract.ClusterJson.Node;
import dev.ax.contract.ClusterJson.Pressure;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Health, metrics, the contract and the pages. */
class SystemCallsTest {
    private HttpFixture http;

    @BeforeEach
    void open() {
        http = new HttpFixture();
    }

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    @Timeout(60)
    void aNodeIsLiveUntilOneOfItsLoopsHangs() {
        assertThat(http.get("/health/live").statusCode()).isEqualTo(200);
        CountDownLatch release = new CountDownLatch(1);
        Vertx other = Vertx.vertx(); // its loops are none of those that answer
        hang(other, release);
        http.nanos.addAndGet(Duration.ofSeconds(6).toNanos());

        // The loops of the way in turn on, and need up to a second to say so.
        HttpResponse<String> answer = http.get("/health/live");
        while (answer.body().contains("http")) {
            answer = http.get("/health/live");
        }
        release.countDown();
        other.close();
        assertThat(problem(answer, 503).getJsonArray("reasons")).isEqualTo(JsonArray.of("tick"));
    }

    /** An event loop that is watched, then blocks. */
    private void hang(Vertx vertx, CountDownLatch release) {
        CompletableFuture<Void> hanging = new CompletableFuture<>();
        vertx.runOnContext(turn -> {
            http.pulse.watch(vertx, "tick");
            hanging.complete(null);
            try {
                release.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        hanging.join();
    }

    @Test
    void aNodeThatIsNotReadySaysWhy() {
        assertThat(http.get("/health/ready").statusCode()).isEqualTo(200);
        http.notReady.set(List.of("the store is away", "draining"));

        JsonObject problem = problem(http.get("/health/ready"), 503);
        assertThat(problem.getString("detail")).contains("the store is away", "draining");
        assertThat(problem.getJsonArray("reasons")).hasSize(2);
        http.notReady.set(List.of());
        assertThat(http.get("/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void metricsArePrometheusText() {
        HttpResponse<String> answer = http.get("/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body())
                .contains("# TYPE ax_start_lateness_seconds histogram")
                .contains("ax_jvm_memory_used_bytes");
        assertThat(answer.body().lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.startsWith("ax_"));
    }

    @Test
    void theContractIsServedAsItIs() throws Exception {
        HttpResponse<String> answer = http.get("/openapi.yaml");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/yaml");
        try (var in = getClass().getResourceAsStream("/openapi.yaml")) {
            assertThat(answer.body()).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void theContractNamesEveryCallOfTheRouterAndNoOther() {
        TreeSet<String> routed = new TreeSet<>();
        HttpServices services = new HttpServices(
                http.scheduler,
                HttpFixture.parser(),
                HttpFixture.clock(),
                null,
                ApiKeysConfig.NONE,
                List::of,
                () -> "",
                null,
                http.pulse);
        for (Endpoint endpoint : Routes.endpoints(http.vertx, services, null, null, null)) {
            routed.add(endpoint.method() + " " + endpoint.path().replaceAll(":([a-z]+)", "{$1}"));
        }

        assertThat(promised()).isEqualTo(routed);
    }

    @Test
    void theClusterIsToldAsTheContractHasIt() throws Exception {
        http.cluster.set(new Cluster(
                List.of(
                        new Node(
                                "a", "10.0.0.1:8080", 1_200, true, 3, 5, 8, 2, List.of("mail.send"), "1.2", NOW_MS, -3),
                        new Node("b", null, 0, null, 0, 8, 8, 0, List.of(), "1.2", NOW_MS, 0)),
                new TreeMap<>(Map.of(0, "a", 1, "a")),
                new Pressure("normal", 0.25, NOW_MS, null),
                7));

        JsonObject answer = new JsonObject(http.get("/v1/cluster").body());

        assertThat(answer.getJsonArray("nodes").getJsonObject(0)).isEqualTo(new JsonObject("""
                {"id": "a", "address": "10.0.0.1:8080", "heartbeatAge": "1200ms", "member": true, "running": 3,
                 "freeSlots": 5, "slots": 8, "partitions": 2, "types": ["mail.send"], "version": "1.2",
                 "startedAt": "2026-11-18T11:06:40.000Z", "clockOffset": "-3ms"}"""));
        assertThat(answer.getJsonArray("nodes").getJsonObject(1).getValue("member"))
                .isNull();
        assertThat(answer.getJsonObject("partitions").encode()).isEqualTo("{\"0\":\"a\",\"1\":\"a\"}");
        assertThat(answer.getJsonObject("pressure").getDouble("load")).isEqualTo(0.25);
        assertThat(answer.getString("clockOffset")).isEqualTo("7ms");
    }

    private Set<String> promised() {
        Map<String, Map<String, Map<String, Object>>> contract = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(http.get("/openapi.yaml").body());
        TreeSet<String> calls = new TreeSet<>();
        contract.get("paths")
                .forEach((path, item) -> item.keySet().stream()
                        .filter(List.of("get", "put", "post", "patch", "delete")::contains)
                        .forEach(method -> calls.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        return calls;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/"})
    void aPageStandsByItself(String path) {
        HttpResponse<String> answer = http.get(path);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
        assertThat(answer.body()).startsWith("<!doctype html>").doesNotContain("<script", "src=", "@import");
        assertThat(answer.body().lines().filter(line -> line.contains("<link")))
                .allMatch(line -> line.contains("href=\"data:,\""));
    }

    @Test
    void theDocumentationShowsEveryCall() {
        String page = http.get("/docs").body();

        assertThat(promised()).allSatisfy(call -> assertThat(page).contains(call));
        assertThat(page).doesNotContain(">null<", "$ref", "{type=");
    }

    @Test
    void theFirstPageLeadsToAllOthers() {
        List<String> links = new ArrayList<>();
        java.util.regex.Pattern.compile("href=\"(/[^\"]*)\"")
                .matcher(http.get("/").body())
                .results()
                .forEach(match -> links.add(match.group(1)));

        assertThat(links).contains("/docs", "/openapi.yaml", "/metrics", "/health/live", "/health/ready");
        assertThat(links)
                .allSatisfy(link -> assertThat(http.get(link).statusCode()).isEqualTo(200));
    }

    @Test
    void markupInTheContractIsShownAsText() {
        String page = ContractPage.of("""
                openapi: 3.1.0
                info: {title: "<b>", description: "a & b"}
                paths:
                  /x:
                    get: {summary: "<script>", responses: {'200': {description: "\\"ok\\""}}}
                """);

        assertThat(page)
                .contains("&lt;b&gt;", "a &amp; b", "&lt;script&gt;", "&quot;ok&quot;")
                .doesNotContain("<script");
    }
}
