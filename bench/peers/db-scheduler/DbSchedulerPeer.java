import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** db-scheduler on PostgreSQL as a peer of ax, with lock-and-fetch and the limits that it names for high throughput. */
final class DbSchedulerPeer {
    private static final int BATCH = 1000;
    private static final int BATCHES_AT_ONCE = 4;
    private static final int MOST_CONNECTIONS = 40;
    private static final Duration POLL = Duration.ofMillis(100);

    private final Bench bench;
    private final Bench.Meter meter;
    private final OneTimeTask<String> task;

    private DbSchedulerPeer(Bench bench) {
        this.bench = bench;
        this.meter = new Bench.Meter(bench);
        this.task = Tasks.oneTime("noop", String.class).execute((instance, context) -> meter.run(instance.getData()));
    }

    public static void main(String[] args) throws Exception {
        DbSchedulerPeer peer = new DbSchedulerPeer(Bench.of(args));
        switch (peer.bench.role()) {
            case "submit" -> peer.submit();
            case "batch", "delay" -> peer.batch();
            case "work" -> peer.work();
            default -> throw new IllegalArgumentException(peer.bench.role());
        }
    }

    private HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + bench.port() + "/postgres?reWriteBatchedInserts=true");
        config.setUsername("bench");
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    private SchedulerClient client(int connections) {
        return SchedulerClient.Builder.create(pool(connections), task).build();
    }

    /** The ids of the warm-up differ from those that count. */
    private TaskInstance<String> instance(int number, long dueMs) {
        return task.instance((dueMs == 0 ? "warm-" : "task-") + number, Bench.payload(dueMs));
    }

    private void submit() throws Exception {
        SchedulerClient client = client(bench.width());
        bench.produce((total, nowMs) -> Bench.inTurn(
                total,
                bench.width(),
                i -> client.scheduleIfNotExists(instance(i, nowMs), Instant.ofEpochMilli(nowMs))));
    }

    private void batch() throws Exception {
        SchedulerClient client = client(BATCHES_AT_ONCE);
        bench.produce((total, nowMs) -> Bench.inTurn(
                (total + BATCH - 1) / BATCH,
                BATCHES_AT_ONCE,
                batch -> client.scheduleBatch(instances(batch * BATCH, total, nowMs))));
    }

    private List<SchedulableInstance<?>> instances(int first, int total, long nowMs) {
        return IntStream.range(first, Math.min(total, first + BATCH))
                .<SchedulableInstance<?>>mapToObj(i -> {
                    long dueMs = bench.due(i, total, nowMs);
                    return SchedulableInstance.of(instance(i, dueMs), Instant.ofEpochMilli(dueMs));
                })
                .toList();
    }

    private void work() {
        Scheduler scheduler = Scheduler.create(pool(Math.min(bench.width() + 4, MOST_CONNECTIONS)), task)
                .threads(bench.width())
                .pollUsingLockAndFetch(1.0, 4.0)
                .pollingInterval(POLL)
                .build();
        scheduler.start();
        if (bench.warm() == 0) {
            Bench.ready();
        }
    }
}
