package dev.ax.testing;

import dev.ax.config.AxConfig;
import dev.ax.config.HttpConfig;
import dev.ax.config.LimitsConfig;
import dev.ax.config.RedisConfig;
import dev.ax.config.RetentionConfig;
import dev.ax.config.RetryConfig;
import dev.ax.config.SchedulerConfig;
import dev.ax.config.StoreConfig;
import dev.ax.config.TargetsConfig;
import dev.ax.config.WebhooksConfig;
import dev.ax.config.WorkerConfig;
import dev.ax.task.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Configurations for tests: the defaults, on a Redis of the test's choice, under a name that nobody else uses. */
public final class TestConfigs {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private TestConfigs() {}

    /** A standalone store with one group. */
    public static AxConfig standalone(String url) {
        return of(RedisConfig.Mode.STANDALONE, List.of(url), 1);
    }

    public static AxConfig of(RedisConfig.Mode mode, List<String> urls, int groups) {
        return new AxConfig(
                "t" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet(),
                "node-1",
                new HttpConfig(true, "127.0.0.1", 0, 1),
                new RedisConfig(mode, urls, "mymaster", Duration.ofSeconds(2)),
                new SchedulerConfig(
                        Duration.ofMillis(100),
                        512,
                        Duration.ofMillis(2),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(30),
                        32,
                        0),
                new StoreConfig(groups, false, 100, 20_000),
                new RetryConfig(RetryPolicy.DEFAULT, 6000),
                new WorkerConfig(0, 1024, 1024, Duration.ofSeconds(25), 0.75, true),
                new RetentionConfig(Duration.ofHours(1), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(30)),
                new TargetsConfig(TargetsConfig.PUBLIC, Map.of()),
                new WebhooksConfig(List.of()),
                new LimitsConfig(65_536, 10_000, 16 * 1024 * 1024));
    }
}
