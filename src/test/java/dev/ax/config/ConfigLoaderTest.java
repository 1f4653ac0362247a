package dev.ax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
    @TempDir
    Path folder;

    @Test
    void theBuiltInFileGivesTheDefaultsOfTheContract() {
        AxConfig config = load(Map.of(), Map.of()).config();

        assertThat(config.name()).isEqualTo("ax");
        assertThat(config.nodeId()).endsWith(":8080");
        assertThat(load(Map.of(), Map.of()).effective()).contains("ax: name=ax node-id=" + config.nodeId() + " (auto)");
        assertThat(config.http()).isEqualTo(new HttpConfig(true, "127.0.0.1", 8080, 0, false, Duration.ofSeconds(1)));
        assertThat(config.redis().mode()).isEqualTo(RedisConfig.Mode.STANDALONE);
        assertThat(config.redis().urls()).containsExactly("redis://127.0.0.1:6379");
        assertThat(config.scheduler().span()).isEqualTo(Duration.ofMillis(51_200));
        assertThat(config.scheduler().lockExpire()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.scheduler().lockRenewInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.scheduler().ageingStep()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.scheduler().partitions()).isEqualTo(32);
        assertThat(config.store().groups()).isEqualTo(1);
        assertThat(config.retry().defaults()).isEqualTo(dev.ax.task.RetryPolicy.DEFAULT);
        assertThat(config.retry().budget()).isEqualTo(6000);
        assertThat(config.worker().drainTimeout()).isEqualTo(Duration.ofSeconds(25));
        assertThat(config.worker().builtinHandlers()).isFalse();
        assertThat(config.retention())
                .isEqualTo(new RetentionConfig(
                        Duration.ofHours(1), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(30)));
        assertThat(config.targets().allow()).isEqualTo(TargetsConfig.PUBLIC);
        assertThat(config.webhooks().secrets()).isEmpty();
        assertThat(config.limits()).isEqualTo(new LimitsConfig(65_536, 10_000, 16 << 20));
    }

    @Test
    void theLaterSourceWins() throws IOException {
        Path file =
                yaml("ax:\n  http: { port: 1001 }\n  name: file\n  store: { groups: 2 }\n  redis: { mode: cluster }\n");
        ConfigLoader loader = new ConfigLoader(
                        Map.of("AX_HTTP_PORT", "1002", "AX_NAME", "environment", "AX_STORE_GROUPS", "3"),
                        Map.of("ax.http.port", "1003", "ax.name", "property"))
                .presets(
                        "preset",
                        Map.of("http.port", "1000", "worker.builtin-handlers", "true", "redis.mode", "sentinel"))
                .file(file)
                .overrides("override", Map.of("http.port", "1004"));

        AxConfig config = loader.load().config();

        assertThat(config.http().port()).isEqualTo(1004);
        assertThat(config.name()).isEqualTo("property");
        assertThat(config.store().groups()).isEqualTo(3);
        assertThat(config.redis().mode()).isEqualTo(RedisConfig.Mode.CLUSTER);
        assertThat(config.worker().builtinHandlers()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "AX_SCHEDULER_TICK_DURATION, 50ms, ax.scheduler, tick-duration=50ms (AX_SCHEDULER_TICK_DURATION)",
        "AX_HTTP_HOST, ::1, ax.http, host=::1 (AX_HTTP_HOST)",
        "AX_REDIS_URL, redis://10.0.0.5:6380/2, ax.redis, url=redis://10.0.0.5:6380/2 (AX_REDIS_URL)",
        "AX_NODE_ID, web-1, ax, node-id=web-1 (AX_NODE_ID)",
        "AX_WORKER_BUILTIN_HANDLERS, true, ax.worker, builtin-handlers=true (AX_WORKER_BUILTIN_HANDLERS)",
        "AX_LIMITS_MAX_PAYLOAD, 1MiB, ax.limits, max-payload=1MiB (AX_LIMITS_MAX_PAYLOAD)",
        "AX_CLUSTER_PORT, 5800, ax.cluster, port=5800 (AX_CLUSTER_PORT)"
    })
    void everyKeyHasItsEnvironmentVariable(String variable, String value, String section, String shown) {
        List<String> effective = load(Map.of(variable, value), Map.of()).effective();

        assertThat(effective)
                .filteredOn(line -> line.startsWith(section + ":"))
                .singleElement()
                .asString()
                .contains(shown);
    }

    @Test
    void listsInTheEnvironmentAreSeparatedByCommas() {
        AxConfig config = load(Map.of("AX_TARGETS_ALLOW", "https://*, 10.0.0.0/8 ,http://[::1]:8080"), Map.of())
                .config();

        assertThat(config.targets().allow()).containsExactly("https://*", "10.0.0.0/8", "http://[::1]:8080");
        assertThat(load(Map.of("AX_TARGETS_ALLOW", ""), Map.of())
                        .config()
                        .targets()
                        .allow())
                .as("an empty list allows nothing")
                .isEmpty();
    }

    @Test
    void secretsOfTargetsHaveNamesOfTheirOwn() {
        AxConfig config = load(
                        Map.of("AX_TARGETS_SECRETS_PAY_TOKEN", "one"), Map.of("ax.targets.secrets.other.Token", "two"))
                .config();

        assertThat(config.targets().secrets()).isEqualTo(Map.of("pay-token", "one", "other.Token", "two"));
    }

    @Test
    void everyFaultOfEverySourceIsToldAtOnce() throws IOException {
        Path file = yaml("""
                ax:
                  http:
                    port: eighty
                    prot: 80
                  retry: { jitter: 1.5, multiplier: NaN, initial-delay: 8d }
                  backpressure: { shed: 0.5 }
                  store: 3
                  name: [ a, b ]
                other: 1
                """);
        ConfigException fault = catchThrowableOfType(
                ConfigException.class,
                () -> new ConfigLoader(
                                Map.of(
                                        "AX_SCHEDULER_LOCK_EXPIRE", "10s",
                                        "AX_HTTP_PROT", "1",
                                        "AX_CLUSTER_MEMBERS", "here,there:5701",
                                        "AX_REDIS_URL", "http://127.0.0.1"),
                                Map.of("ax.scheduler.partitions", "0", "ax.nmae", "x"))
                        .file(file)
                        .load());

        assertThat(fault.faults())
                .extracting(ConfigFault::key)
                .containsExactlyInAnyOrder(
                        "ax.http.port",
                        "ax.http.prot",
                        "ax.retry.jitter",
                        "ax.retry.multiplier",
                        "ax.retry.initial-delay",
                        "ax.backpressure.warn",
                        "ax.store",
                        "ax.name",
                        "other",
                        "ax.scheduler.lock-renew-interval",
                        "AX_HTTP_PROT",
                        "ax.cluster.members",
                        "ax.redis.url",
                        "ax.scheduler.partitions",
                        "ax.nmae");
        assertThat(fault)
                .hasMessageStartingWith("the configuration has 15 faults:\n")
                .hasMessageContaining("ax.http.port = eighty (" + file + " line 3): expected an integer")
                .hasMessageContaining(
                        "ax.http.prot (" + file + " line 4): expected a known key; the nearest is ax.http.port")
                .hasMessageContaining(
                        "AX_HTTP_PROT (environment): expected a known variable; the nearest is AX_HTTP_PORT")
                .hasMessageContaining(
                        "ax.scheduler.lock-renew-interval = 10s (default): expected lock-renew-interval to be shorter")
                .hasMessageContaining("ax.scheduler.lock-expire = 10s (AX_SCHEDULER_LOCK_EXPIRE)")
                .hasMessageContaining(
                        "ax.scheduler.partitions = 0 (-Dax.scheduler.partitions): expected an integer from 1")
                .hasMessageContaining("expected host:port of each");
    }

    @Test
    void aFaultyValueCausesNoSecondFault() {
        ConfigException fault = fault(Map.of("AX_SCHEDULER_LOCK_EXPIRE", "5"));

        assertThat(fault.faults()).singleElement().satisfies(only -> {
            assertThat(only.key()).isEqualTo("ax.scheduler.lock-expire");
            assertThat(only.expected()).startsWith("a duration such as");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.168.1.5", "example.com", "", "*"})
    void listeningBeyondLoopbackIsRefusedUnlessTheConfigurationSaysSo(String host) {
        assertThat(fault(Map.of("AX_HTTP_HOST", host)).faults())
                .extracting(ConfigFault::key)
                .containsExactly("ax.http.host");
        if (!host.isEmpty()) {
            assertThat(load(Map.of("AX_HTTP_HOST", host, "AX_HTTP_INSECURE", "true"), Map.of())
                            .config()
                            .http()
                            .host())
                    .isEqualTo(host);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "localhost", "::1"})
    void loopbackNeedsNoPermission(String host) {
        assertThat(load(Map.of("AX_HTTP_HOST", host), Map.of()).config().http().host())
                .isEqualTo(host);
    }

    @Test
    void withAnApiKeyANodeListensAnywhere() {
        AxConfig config = load(
                        Map.of(
                                "AX_HTTP_HOST", "0.0.0.0",
                                "AX_API_KEYS_READ", "read-key-0123456,read-key-6543210",
                                "AX_API_KEYS_ADMIN", "admin-key-0123456789"),
                        Map.of())
                .config();

        assertThat(config.http().host()).isEqualTo("0.0.0.0");
        assertThat(config.apiKeys().keys())
                .containsExactly(
                        Map.entry("read-key-0123456", Role.READ),
                        Map.entry("read-key-6543210", Role.READ),
                        Map.entry("admin-key-0123456789", Role.ADMIN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifteen-letters", "sixteen-lettörs", "sixteen letters-", "\u0007sixteen-letters-"})
    void anApiKeyThatIsNoneIsRefusedAndNotShown(String key) {
        assertThat(fault(Map.of("AX_API_KEYS_WRITE", key)))
                .hasMessageContaining("ax.api-keys.write = *** (AX_API_KEYS_WRITE): expected keys of 16 to 200")
                .message()
                .doesNotContain(key);
    }

    @Test
    void anApiKeyHasOneRole() {
        String key = "the-same-key-0123456789";
        assertThat(fault(Map.of("AX_API_KEYS_READ", key, "AX_API_KEYS_ADMIN", key)))
                .hasMessageContaining("ax.api-keys.admin = *** (AX_API_KEYS_ADMIN): expected each key once")
                .message()
                .doesNotContain(key);
    }

    @Test
    void everyRoleWithAKeyThatIsThereAlreadyIsTold() {
        String key = "the-same-key-0123456789";
        String behind = "a-key-behind-0123456789";
        ConfigException fault =
                fault(Map.of("AX_API_KEYS_READ", key + "," + key + "," + behind, "AX_API_KEYS_WRITE", behind));

        assertThat(fault.faults())
                .extracting(ConfigFault::key)
                .containsExactly("ax.api-keys.read", "ax.api-keys.write");
    }

    @Test
    void secretsArePrintedNowhere() {
        Map<String, String> secrets = Map.of(
                "AX_API_KEYS_READ", "hunter2-hunter2-hunter2",
                "AX_TARGETS_SECRETS_PAY", "hunter2",
                "AX_WEBHOOKS_SECRETS", "whsec_aHVudGVyMg==",
                "AX_REDIS_URL", "redis://me:hunter2@127.0.0.1:6379");
        LoadedConfig loaded = load(secrets, Map.of());

        assertThat(String.join("\n", loaded.effective()) + loaded.config())
                .doesNotContain("hunter2", "aHVudGVyMg")
                .contains(
                        "read=*** (AX_API_KEYS_READ)",
                        "secrets.pay=*** (AX_TARGETS_SECRETS_PAY)",
                        "url=redis://***@127.0.0.1:6379");
        assertThat(fault(Map.of(
                        "AX_WEBHOOKS_SECRETS", "hunter2",
                        "AX_REDIS_URL", "redis://me:hunt@er2@127.0.0.1:6379")))
                .hasMessageContaining("ax.webhooks.secrets = ***")
                .message()
                .doesNotContain("hunter2", "er2@", "hunt@");
    }

    @Test
    void whatHasNoEffectYetIsSaid() {
        assertThat(load(Map.of("AX_BACKPRESSURE_CAPACITY", "1000"), Map.of()).warnings())
                .containsExactly(
                        "ax.backpressure.capacity = 1000 (AX_BACKPRESSURE_CAPACITY) has no effect in this release");
        assertThat(load(Map.of(), Map.of()).warnings()).isEmpty();
    }

    @Test
    void whatKubernetesTellsAPodOfServicesNamedLikeAxIsNoFault() {
        Map<String, String> links = Map.of(
                "AX_SERVICE_HOST", "10.96.0.7",
                "AX_SERVICE_PORT", "8080",
                "AX_SERVICE_PORT_HTTP", "8080",
                "AX_PORT", "tcp://10.96.0.7:8080",
                "AX_PORT_8080_TCP_ADDR", "10.96.0.7",
                "AX_REDIS_PORT", "tcp://10.96.0.9:6379",
                "AX_REDIS_SERVICE_HOST", "10.96.0.9");

        assertThat(load(links, Map.of()).config().http().port()).isEqualTo(8080);
        assertThat(fault(Map.of("AX_REDIS_PORT", "6379")).faults())
                .as("the same name set by a person")
                .hasSize(1);
    }

    @Test
    void nodesWithoutAPortOfTheirOwnAreToldApartByProcess() {
        String pid = Long.toString(ProcessHandle.current().pid());

        assertThat(load(Map.of("AX_HTTP_PORT", "0"), Map.of()).config().nodeId())
                .endsWith(":pid-" + pid);
        assertThat(load(Map.of("AX_HTTP_ENABLED", "false"), Map.of()).config().nodeId())
                .endsWith(":pid-" + pid);
    }

    @Test
    void aFileThatIsNoYamlIsAFaultWithItsLine() throws IOException {
        Path file = yaml("ax:\n  http: { port: 1\n  name: x\n");

        assertThat(fault(file)).hasMessageContaining("line 3");
        assertThat(fault(folder.resolve("missing.yaml"))).hasMessageContaining("--config");
        assertThat(fault(yaml("ax:\n  name: a\n  name: b\n"))).hasMessageContaining("stands on an earlier line");
        assertThat(fault(yaml("ax: &a\n  http: *a\n")).faults()).isNotEmpty();
    }

    @Test
    void anEmptyFileAndEmptySectionsChangeNothing() throws IOException {
        for (String text : List.of("", "# nothing\n", "ax:\n", "ax:\n  http:\n    # port: 1\n")) {
            AxConfig config =
                    new ConfigLoader(Map.of(), Map.of()).file(yaml(text)).load().config();
            assertThat(config.http().port()).isEqualTo(8080);
        }
    }

    @Test
    void keysWithoutEffectExist() {
        for (String key : ConfigLoader.LATER) {
            assertThat(load(Map.of(), Map.of("ax." + key, defaultOf(key))).warnings())
                    .isEmpty();
        }
    }

    private static String defaultOf(String key) {
        return switch (key) {
            case "retry.budget" -> "6000";
            case "backpressure.capacity" -> "100000";
            case "backpressure.warn" -> "0.60";
            case "backpressure.shed" -> "0.80";
            case "backpressure.stop" -> "0.95";
            case "backpressure.resume" -> "0.40";
            case "worker.max-share" -> "0.75";
            default -> throw new AssertionError(key);
        };
    }

    private static LoadedConfig load(Map<String, String> environment, Map<String, String> properties) {
        return new ConfigLoader(environment, properties).load();
    }

    private static ConfigException fault(Map<String, String> environment) {
        return catchThrowableOfType(ConfigException.class, () -> load(environment, Map.of()));
    }

    private static ConfigException fault(Path file) {
        return catchThrowableOfType(
                ConfigException.class,
                () -> new ConfigLoader(Map.of(), Map.of()).file(file).load());
    }

    private Path yaml(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "ax", ".yaml"), text);
    }
}
