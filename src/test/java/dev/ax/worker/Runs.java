package dev.ax.worker;

import dev.ax.clock.StoreClock;
import dev.ax.config.AxConfig;
import dev.ax.config.TargetsConfig;
import dev.ax.config.WebhooksConfig;
import dev.ax.config.WorkerConfig;
import dev.ax.store.ClaimedTask;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the tests of the pools run, and by which configuration. */
final class Runs {
    static final long NOW_MS = 1_796_000_000_123L;
    static final long TOKEN = 1_796_000_000_123_456L;
    static final String NODE = "node-1";
    static final Duration LONG = Duration.ofMinutes(5);

    static final StoreClock CLOCK = new StoreClock() {
        @Override
        public long nowMs() {
            return NOW_MS;
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    };

    private Runs() {}

    static AxConfig config(int slots, List<String> allow, Map<String, String> secrets, List<String> webhookSecrets) {
        WorkerConfig worker = new WorkerConfig(slots, 64, 64, Duration.ofSeconds(1), 0.75, true);
        TargetsConfig targets = new TargetsConfig(allow, secrets);
        WebhooksConfig webhooks = new WebhooksConfig(webhookSecrets);
        return new AxConfig("ax", NODE, null, null, null, null, null, worker, null, targets, webhooks, null);
    }

    static AxConfig config(String... allow) {
        return config(8, List.of(allow), Map.of(), List.of());
    }

    static ClaimedTask handler(String type, String payload, Duration timeout) {
        return task("task-1", type, payload, timeout, Target.Handler.INSTANCE, 1, 0, 0);
    }

    static ClaimedTask http(String url, Duration timeout) {
        return task("task-1", "push", "{\"n\":1}", timeout, new Target.Http(url, "POST", Map.of()), 1, 0, 0);
    }

    static ClaimedTask bus(String address, String payload, Duration timeout) {
        return task("task-1", "push", payload, timeout, new Target.Bus(address), 1, 0, 0);
    }

    static ClaimedTask task(
            String id,
            String type,
            String payload,
            Duration timeout,
            Target target,
            int attempt,
            int retry,
            int replays) {
        byte[] bytes = payload == null ? null : payload.getBytes(StandardCharsets.UTF_8);
        TaskSpec spec = new TaskSpec(
                id,
                type,
                "default",
                bytes,
                NOW_MS,
                NOW_MS,
                2,
                timeout,
                RetryPolicy.DEFAULT,
                target,
                null,
                null,
                true,
                0,
                Map.of(),
                0);
        return new ClaimedTask(spec, 2, attempt, retry, 0, replays, TOKEN, NOW_MS, NOW_MS, NOW_MS, NOW_MS + 30_000);
    }
}
