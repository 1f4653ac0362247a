package dev.ax.http;

import static dev.ax.http.HttpFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.ApiKeysConfig;
import dev.ax.config.Role;
import dev.ax.contract.ClusterJson.Cluster;
import dev.ax.contract.ClusterJson.Pressure;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Who may call what. */
class ApiKeysTest {
    private static final Map<Role, String> KEYS = new EnumMap<>(Map.of(
            Role.READ, "read-key-0123456789",
            Role.WRITE, "write-key-0123456789",
            Role.ADMIN, "admin-key-0123456789"));
    private static final String SECOND = "another-read-key-0123456789";
    private static final String WRONG = "wrong-key-0123456789";

    /** Of each path that is known today, so that a call that is added without thought shows here. */
    private static final Map<String, Role> NEEDED = Map.ofEntries(
            Map.entry("POST /v1/tasks", Role.WRITE),
            Map.entry("POST /v1/tasks/batch", Role.WRITE),
            Map.entry("GET /v1/tasks", Role.READ),
            Map.entry("GET /v1/tasks/:id", Role.READ),
            Map.entry("GET /v1/tasks/:id/history", Role.READ),
            Map.entry("GET /v1/dead-letters", Role.READ),
            Map.entry("DELETE /v1/dead-letters/:id", Role.ADMIN),
            Map.entry("POST /v1/tasks/:id/cancel", Role.WRITE),
            Map.entry("POST /v1/tasks/:id/run-now", Role.WRITE),
            Map.entry("POST /v1/tasks/:id/replay", Role.WRITE),
            Map.entry("POST /v1/tasks/:id/report", Role.WRITE),
            Map.entry("POST /v1/tasks/:id/heartbeat", Role.WRITE),
            Map.entry("GET /v1/cluster", Role.READ),
            Map.entry("GET /metrics", Role.READ));

    private static final List<String> OPEN =
            List.of("GET /health/live", "GET /health/ready", "GET /openapi.yaml", "GET /docs", "GET /");

    private static HttpFixture http;

    @BeforeAll
    static void open() {
        http = new HttpFixture(new ApiKeysConfig(
                List.of(KEYS.get(Role.READ), SECOND), List.of(KEYS.get(Role.WRITE)), List.of(KEYS.get(Role.ADMIN))));
        http.cluster.set(new Cluster(List.of(), new TreeMap<>(), new Pressure("normal", 0, 0, null), 0));
    }

    @AfterAll
    static void close() {
        http.close();
    }

    static Stream<String> calls() {
        return http.endpoints().stream().map(endpoint -> endpoint.method() + " " + endpoint.path());
    }

    @Test
    void everyCallOfTheTableIsJudgedHere() {
        List<String> judged = new ArrayList<>(NEEDED.keySet());
        judged.addAll(OPEN);
        assertThat(calls()).containsExactlyInAnyOrderElementsOf(judged);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aCallIsDoneForItsRoleAndThoseAbove(String call) {
        Role needed = NEEDED.get(call);
        assertThat(status(call, null)).isEqualTo(needed == null ? 200 : 401);
        assertThat(status(call, "Bearer " + WRONG)).isEqualTo(needed == null ? 200 : 401);
        for (Role role : Role.values()) {
            int status = status(call, "Bearer " + KEYS.get(role));
            if (needed == null) {
                assertThat(status).isEqualTo(200);
            } else if (role.allows(needed)) {
                assertThat(status).isLessThan(500).isNotIn(401, 403);
            } else {
                assertThat(status).isEqualTo(403);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/nothing",
                "GET /v1/schedules",
                "POST /v1/tasks/some/pause",
                "PUT /v1/tasks",
                "OPTIONS /v1/tasks",
                "HEAD /v1/tasks/some",
                "GET /v1/tasks/",
                "GET //v1/tasks",
                "GET /v1/./tasks",
                "GET /v1/%74asks",
                "GET /health/../v1/tasks",
            })
    void strangersDoNotLearnWhatThereIs(String call) {
        assertThat(status(call, null)).isEqualTo(401);
        assertThat(status(call, "Bearer " + KEYS.get(Role.ADMIN))).isNotIn(401, 403);
    }

    @Test
    void whatIsNotKnownUnderTheCallsNeedsAKey() {
        assertThat(status("GET /v1/nothing", null)).isEqualTo(401);
        assertThat(status("PUT /v1/tasks", null)).isEqualTo(401);
        assertThat(status("PUT /v1/tasks", "Bearer " + KEYS.get(Role.READ))).isEqualTo(405);
        assertThat(status("GET /favicon.ico", null)).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Basic cmVhZC1rZXktMDEyMzQ1Njc4OQ==",
                "read-key-0123456789",
                "Bearer read-key-012345678",
                "Bearer read-key-01234567890",
                "Bearer READ-KEY-0123456789",
                "Bearer read-key-0123456789,write-key-0123456789",
                "Bearer=read-key-0123456789"
            })
    void whatIsNoKeyIsNone(String header) {
        assertThat(status("GET /v1/tasks", header)).isEqualTo(401);
    }

    @Test
    void aKeyOfEightThousandCharactersIsNone() {
        assertThat(status("GET /v1/tasks", "Bearer " + "x".repeat(8_000))).isEqualTo(401);
    }

    @Test
    void twoHeadersAreNone() {
        HttpRequest.Builder request = http.request("/v1/tasks")
                .GET()
                .header("Authorization", "Bearer " + KEYS.get(Role.READ))
                .header("Authorization", "Bearer " + KEYS.get(Role.ADMIN));
        assertThat(http.send(request).statusCode()).isEqualTo(401);
    }

    @Test
    void everyKeyOfARoleIsValidAndTheSchemeHasNoCase() {
        assertThat(status("GET /v1/tasks", "Bearer " + SECOND)).isEqualTo(200);
        assertThat(status("GET /v1/tasks", "bearer  " + SECOND)).isEqualTo(200);
    }

    @Test
    void aRefusalSaysWhatIsMissing() {
        HttpResponse<String> none = http.get("/v1/tasks");
        assertThat(problem(none, 401).getString("detail")).contains("Authorization: Bearer");
        assertThat(none.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"ax\"");

        HttpResponse<String> wrong = send("GET /v1/tasks", "Bearer " + WRONG);
        assertThat(wrong.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"ax\", error=\"invalid_token\"");
        assertThat(wrong.body()).doesNotContain(WRONG);

        HttpResponse<String> weak = send("DELETE /v1/dead-letters/some", "Bearer " + KEYS.get(Role.WRITE));
        assertThat(problem(weak, 403).getString("detail")).contains("the role admin", "the role write");
        assertThat(weak.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"ax\", error=\"insufficient_scope\"");
    }

    /** A body of a stranger is not kept, whatever its size. */
    @Test
    void aStrangersBodyIsNotRead() {
        HttpResponse<String> answer = http.send(http.request("/v1/tasks/batch")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("x".repeat(200_000))));
        assertThat(answer.statusCode()).isEqualTo(401);
    }

    /** The client waits to be told to go on, and is told no. */
    @Test
    void aStrangerIsNotAskedForItsBody() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send("""
                    POST /v1/tasks HTTP/1.1
                    Host: x
                    Content-Type: application/json
                    Content-Length: 1000
                    Expect: 100-continue

                    """.replace("\n", "\r\n"));
            assertThat(raw.status()).isEqualTo(401);
        }
    }

    @Test
    void theContractSaysWhichCallsNeedAKey() throws Exception {
        Map<String, Map<String, Map<String, Map<String, Object>>>> contract =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Papers.readContract());
        for (Endpoint endpoint : http.endpoints()) {
            String path = endpoint.path().replaceAll(":([a-z]+)", "{$1}");
            String method = endpoint.method().name().toLowerCase(Locale.ROOT);
            Map<String, Object> call = contract.get("paths").get(path).get(method);
            boolean open = List.of().equals(call.get("security"));
            Map<?, ?> answers = (Map<?, ?>) call.get("responses");

            assertThat(open).as(path).isEqualTo(endpoint.role() == null);
            assertThat(answers.containsKey("401")).as(method + " " + path).isEqualTo(!open);
            assertThat(answers.containsKey("403"))
                    .as(method + " " + path)
                    .isEqualTo(!open && !Role.READ.allows(endpoint.role()));
        }
    }

    private static int status(String call, String authorization) {
        return send(call, authorization).statusCode();
    }

    private static HttpResponse<String> send(String call, String authorization) {
        String[] parts = call.replace(":id", "some").split(" ", 2);
        HttpRequest.Builder request = http.request(parts[1]).method(parts[0], BodyPublishers.noBody());
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return http.send(request);
    }
}
