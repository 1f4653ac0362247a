import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RBatch;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Redisson's RDelayedQueue as a peer of ax. It keeps no state of a job: what was taken and not finished is gone. Jobs
 * that are due go straight to the queue behind it.
 */
final class RedissonPeer {
    private static final String QUEUE = "bench";
    private static final int BATCH = 1000;
    private static final int OFFERS_UNDER_WAY = 2000;

    private final Bench bench;
    private final RedissonClient client;
    private final RBlockingQueue<String> queue;
    private final RDelayedQueue<String> delayed;

    private RedissonPeer(Bench bench) {
        this.bench = bench;
        this.client = client(bench.port());
        this.queue = client.getBlockingQueue(QUEUE);
        this.delayed = client.getDelayedQueue(queue);
    }

    public static void main(String[] args) throws Exception {
        RedissonPeer peer = new RedissonPeer(Bench.of(args));
        switch (peer.bench.role()) {
            case "submit" -> peer.bench.produce(peer::submit);
            case "batch" -> peer.bench.produce(peer::batch);
            case "delay" -> peer.bench.produce(peer::delay);
            case "work" -> peer.work();
            default -> throw new IllegalArgumentException(peer.bench.role());
        }
    }

    private static RedissonClient client(int port) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + port)
                .setConnectionPoolSize(256)
                .setConnectionMinimumIdleSize(16)
                .setTimeout(60_000);
        return Redisson.create(config);
    }

    private void submit(int total, long nowMs) throws InterruptedException {
        String payload = Bench.payload(nowMs);
        Bench.inTurn(total, bench.width(), i -> queue.offer(payload));
    }

    private void batch(int total, long nowMs) {
        String payload = Bench.payload(nowMs);
        for (int first = 0; first < total; first += BATCH) {
            RBatch batch = client.createBatch();
            for (int i = first; i < Math.min(total, first + BATCH); i++) {
                batch.<String>getQueue(QUEUE).offerAsync(payload);
            }
            batch.execute();
        }
    }

    private void delay(int total, long nowMs) throws InterruptedException {
        Semaphore free = new Semaphore(OFFERS_UNDER_WAY);
        for (int i = 0; i < total; i++) {
            long dueMs = bench.due(i, total, nowMs);
            long delayMs = Math.max(1, dueMs - System.currentTimeMillis());
            free.acquire();
            delayed.offerAsync(Bench.payload(dueMs), delayMs, TimeUnit.MILLISECONDS)
                    .whenComplete((nothing, fault) -> {
                        if (fault != null) {
                            Bench.fail(fault);
                        }
                        free.release();
                    });
        }
        free.acquire(OFFERS_UNDER_WAY);
    }

    private void work() {
        Bench.Meter meter = new Bench.Meter(bench);
        for (int i = 0; i < bench.width(); i++) {
            new Thread(() -> take(meter)).start();
        }
        if (bench.warm() == 0) {
            Bench.ready();
        }
    }

    private void take(Bench.Meter meter) {
        try {
            while (true) {
                meter.run(queue.take());
            }
        } catch (InterruptedException fault) {
            Bench.fail(fault);
        }
    }
}
