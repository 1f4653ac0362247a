package dev.ax.config;

import dev.ax.task.RetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a node's configuration: the built-in {@code ax.yaml}, then presets, then a file, then the environment, then
 * system properties, then overrides; the later wins. All faults of all sources are told at once.
 *
 * <p>Not safe for use by several threads at once. Reads files and may look up the host's name, so it blocks: not for
 * event loops.
 */
public final class ConfigLoader {
    /** Read by {@code EmbeddedRedis}, not a key of {@code ax.yaml}. */
    private static final Set<String> OTHER_VARIABLES = Set.of("AX_DEV_REDIS_SERVER");

    /** Kubernetes tells every pod of the services beside it, so one named {@code ax} or {@code ax-redis} is seen here. */
    private static final Pattern SERVICE_VARIABLE = Pattern.compile(
            "AX_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

    /** Keys that nothing acts on yet. Told when set, since silence would pass for a limit that is not there. */
    static final Set<String> LATER = Set.of(
            "retry.budget",
            "backpressure.capacity",
            "backpressure.warn",
            "backpressure.shed",
            "backpressure.stop",
            "backpressure.resume",
            "worker.max-share");

    private final Map<String, String> environment;
    private final Map<String, String> properties;
    private final Map<String, Setting> presets = new LinkedHashMap<>();
    private final Map<String, Setting> overrides = new LinkedHashMap<>();
    private Path file;

    /** Reads these instead of the process's own. */
    public ConfigLoader(Map<String, String> environment, Map<String, String> properties) {
        this.environment = new TreeMap<>(environment);
        this.properties = new TreeMap<>(properties);
    }

    /** Reads the environment and the system properties of the process. */
    public static ConfigLoader ofProcess() {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        return new ConfigLoader(System.getenv(), properties);
    }

    /** A file between the defaults and the environment; null for none. */
    public ConfigLoader file(Path yaml) {
        this.file = yaml;
        return this;
    }

    /**
     * Other defaults.
     *
     * @param origin who says so, for messages
     * @param values by key without the leading {@code ax.}; lists with commas
     */
    public ConfigLoader presets(String origin, Map<String, String> values) {
        values.forEach((key, value) -> presets.put(key, Setting.of(value, origin)));
        return this;
    }

    /** What wins over every source; as {@link #presets}. */
    public ConfigLoader overrides(String origin, Map<String, String> values) {
        values.forEach((key, value) -> overrides.put(key, Setting.of(value, origin)));
        return this;
    }

    /**
     * Reads, checks and puts it all together.
     *
     * @throws ConfigException if anything is wrong
     */
    public LoadedConfig load() {
        Keys keys = builtIn();
        Settings settings = new Settings(keys);
        presets.forEach(settings::put);
        readFile(keys, settings);
        readEnvironment(keys, settings);
        readProperties(keys, settings);
        overrides.forEach(settings::put);
        AxConfig config = config(settings);
        if (!settings.faults().isEmpty()) {
            throw new ConfigException(settings.faults());
        }
        settings.resolve("node-id", config.nodeId());
        return new LoadedConfig(config, settings.effective(), warnings(settings));
    }

    private static Keys builtIn() {
        try (InputStream bytes = ConfigLoader.class.getResourceAsStream("/ax.yaml");
                Reader text = new InputStreamReader(Objects.requireNonNull(bytes), StandardCharsets.UTF_8)) {
            YamlFile file = YamlFile.read("ax.yaml", text, null);
            if (!file.faults().isEmpty()) {
                throw new IllegalStateException("the built-in ax.yaml is broken: " + file.faults());
            }
            return new Keys(file.values(), file.emptyMaps());
        } catch (IOException fault) {
            throw new UncheckedIOException("the built-in ax.yaml cannot be read", fault);
        }
    }

    private void readFile(Keys keys, Settings settings) {
        if (file == null) {
            return;
        }
        try (Reader text = Files.newBufferedReader(file)) {
            YamlFile yaml = YamlFile.read(file.toString(), text, keys);
            yaml.values().forEach(settings::put);
            yaml.faults().forEach(settings::fault);
        } catch (IOException fault) {
            settings.fault(new ConfigFault(
                    "--config", file.toString(), "command line", "a file that can be read, but " + fault));
        }
    }

    private void readEnvironment(Keys keys, Settings settings) {
        environment.forEach((variable, value) -> {
            if (!variable.startsWith(Keys.ENVIRONMENT) || isOthers(keys, variable, value)) {
                return;
            }
            keys.ofEnvironment(variable)
                    .ifPresentOrElse(
                            key -> settings.put(key, Setting.of(value, variable)),
                            () -> settings.fault(new ConfigFault(
                                    variable,
                                    null,
                                    "environment",
                                    keys.nearestVariable(variable)
                                            .map(near -> "a known variable; the nearest is " + near)
                                            .orElse("a known variable; AX_ is for the keys of ax.yaml"))));
        });
    }

    private static boolean isOthers(Keys keys, String variable, String value) {
        boolean known = keys.ofEnvironment(variable).isPresent();
        return !known
                && (OTHER_VARIABLES.contains(variable)
                        || SERVICE_VARIABLE.matcher(variable).matches()
                        || (variable.endsWith("_PORT")
                                && SERVICE_ADDRESS.matcher(value).matches()));
    }

    private void readProperties(Keys keys, Settings settings) {
        properties.forEach((property, value) -> {
            if (!property.startsWith(Keys.ROOT)) {
                return;
            }
            String key = property.substring(Keys.ROOT.length());
            if (keys.has(key)) {
                settings.put(key, Setting.of(value, "-D" + property));
            } else {
                settings.fault(new ConfigFault(
                        property,
                        null,
                        "system property",
                        keys.nearest(key)
                                .map(near -> "a known key; the nearest is " + Keys.ROOT + near)
                                .orElse("a known key")));
            }
        });
    }

    private static AxConfig config(Settings settings) {
        Section root = settings.section("");
        String name = root.text("name");
        HttpConfig http = http(settings.section("http"));
        ApiKeysConfig apiKeys = apiKeys(settings.section("api-keys"));
        RedisConfig redis = redis(settings.section("redis"));
        SchedulerConfig scheduler = scheduler(settings.section("scheduler"));
        StoreConfig store = store(settings.section("store"));
        RetryConfig retry = retry(settings.section("retry"));
        WorkerConfig worker = worker(settings.section("worker"));
        RetentionConfig retention = retention(settings.section("retention"));
        TargetsConfig targets = targets(settings.section("targets"));
        WebhooksConfig webhooks = webhooks(settings.section("webhooks"));
        LimitsConfig limits = limits(settings.section("limits"));
        BackpressureConfig backpressure = backpressure(settings.section("backpressure"));
        ClusterConfig cluster = cluster(settings.section("cluster"));
        String nodeId = nodeId(root.text("node-id"), http);
        return root.build(() -> new AxConfig(
                name,
                nodeId,
                http,
                apiKeys,
                redis,
                scheduler,
                store,
                retry,
                worker,
                retention,
                targets,
                webhooks,
                limits,
                cluster,
                backpressure));
    }

    private static HttpConfig http(Section section) {
        return section.build(() -> new HttpConfig(
                section.flag("enabled"),
                section.text("host"),
                section.integer("port"),
                section.integerOrAuto("verticles"),
                section.flag("insecure"),
                section.duration("close-delay")));
    }

    private static ApiKeysConfig apiKeys(Section section) {
        return section.build(
                () -> new ApiKeysConfig(section.list("read"), section.list("write"), section.list("admin")));
    }

    private static RedisConfig redis(Section section) {
        return section.build(() -> new RedisConfig(
                section.choice("mode", RedisConfig.Mode.class),
                section.list("url"),
                section.text("master-name"),
                section.duration("command-timeout")));
    }

    private static SchedulerConfig scheduler(Section section) {
        return section.build(() -> new SchedulerConfig(
                section.duration("tick-duration"),
                section.integer("wheel-size"),
                section.duration("fine-tick"),
                section.duration("lock-expire"),
                section.duration("lock-renew-interval"),
                section.duration("heartbeat-interval"),
                section.duration("heartbeat-timeout"),
                section.duration("ageing-step"),
                section.integer("partitions"),
                section.number("default-spread")));
    }

    private static StoreConfig store(Section section) {
        return section.build(() -> new StoreConfig(
                section.integer("groups"),
                section.flag("adopt-settings"),
                section.integer("batch-size"),
                section.integer("max-queued")));
    }

    /** The policy checks itself too, but in the words of a task's JSON and without naming keys. */
    private static RetryConfig retry(Section section) {
        return section.build(() -> {
            int maxRetries = section.integer("max-retries");
            var initialDelay = section.duration("initial-delay");
            double multiplier = section.number("multiplier");
            var maxDelay = section.duration("max-delay");
            double jitter = section.number("jitter");
            int maxLost = section.integer("max-lost");
            new Checks()
                    .within("max-retries", maxRetries, 0, RetryPolicy.MOST_RETRIES)
                    .within("initial-delay", initialDelay, Duration.ZERO, RetryPolicy.LONGEST_INITIAL_DELAY)
                    .that(multiplier >= 1 && multiplier <= 10, "a number from 1 to 10", "multiplier")
                    .within("max-delay", maxDelay, Duration.ZERO, RetryPolicy.LONGEST_DELAY)
                    .ratio("jitter", jitter)
                    .within("max-lost", maxLost, 0, RetryPolicy.MOST_LOST)
                    .done();
            return new RetryConfig(
                    new RetryPolicy(maxRetries, initialDelay, multiplier, maxDelay, jitter, maxLost),
                    section.integer("budget"));
        });
    }

    private static WorkerConfig worker(Section section) {
        return section.build(() -> new WorkerConfig(
                section.integerOrAuto("slots"),
                section.integer("http-slots"),
                section.integer("bus-slots"),
                section.duration("drain-timeout"),
                section.number("max-share"),
                section.flag("builtin-handlers")));
    }

    private static RetentionConfig retention(Section section) {
        return section.build(() -> new RetentionConfig(
                section.duration("succeeded"),
                section.duration("expired"),
                section.duration("canceled"),
                section.duration("failed")));
    }

    private static TargetsConfig targets(Section section) {
        return section.build(() -> new TargetsConfig(section.list("allow"), section.map("secrets")));
    }

    private static WebhooksConfig webhooks(Section section) {
        return section.build(() -> new WebhooksConfig(section.list("secrets")));
    }

    private static LimitsConfig limits(Section section) {
        return section.build(() -> new LimitsConfig(
                section.size("max-payload"), section.integer("max-batch-items"), section.size("max-batch-bytes")));
    }

    private static BackpressureConfig backpressure(Section section) {
        return section.build(() -> new BackpressureConfig(
                section.integer("capacity"),
                section.number("warn"),
                section.number("shed"),
                section.number("stop"),
                section.number("resume")));
    }

    private static ClusterConfig cluster(Section section) {
        return section.build(() -> new ClusterConfig(
                section.flag("enabled"),
                section.text("host"),
                section.integer("port"),
                section.integer("bus-port"),
                section.list("members"),
                section.textOrNone("kubernetes-service")));
    }

    /** Where the port is not fixed, only the process tells one node of a host from another. */
    private static String nodeId(String given, HttpConfig http) {
        if (!given.equals(Section.AUTO)) {
            return given;
        }
        boolean fixed = http != null && http.enabled() && http.port() != 0;
        String host = hostName().replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[._-]+", "");
        return (host.isEmpty() ? "node" : host)
                + (fixed ? ":" + http.port() : ":pid-" + ProcessHandle.current().pid());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException fault) {
            return "localhost";
        }
    }

    private static List<String> warnings(Settings settings) {
        return LATER.stream()
                .sorted()
                .filter(key -> !settings.get(key)
                        .items()
                        .equals(settings.byDefault(key).items()))
                .map(key -> settings.described(key) + " has no effect in this release")
                .toList();
    }
}
