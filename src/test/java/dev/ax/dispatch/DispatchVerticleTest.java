package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.store.Renewal;
import dev.ax.store.StoreWatch;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.AttemptStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The verticles on real event loops. */
@ExtendWith(VertxExtension.class)
class DispatchVerticleTest {
    private static final long WAIT_S = 20;

    private final Bench made = new Bench(1);
    private final OneTaskStore store = new OneTaskStore(made.task("order:close:1"));
    private final HandPool pool = new HandPool(Bench.ROUTE, 1);
    private final DispatchTools tools = new DispatchTools(
            store,
            made.loop,
            InstantSource.system(),
            new StoreWatch(made.loop),
            new AxMetrics(new SimpleMeterRegistry()),
            new LoopPulse(made.loop::nanoTime),
            () -> Bench.LEASE);
    private final DispatchVerticle dispatch = new DispatchVerticle(
            Bench.NODE, tools, List.of(pool), new AttemptFinisher(RandomGenerator.getDefault()), 100);

    @Test
    void anInterruptOnTheBusReachesTheAttempt(Vertx vertx) throws Exception {
        deploy(vertx);
        dispatch.wake();
        assertThat(pool.handed.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Long> startedAt = new CompletableFuture<>();
        Holding holding = store.task.holding();
        vertx.eventBus()
                .<JsonObject>request(
                        DispatchVerticle.interruptAddress(Bench.NODE.id()),
                        new JsonObject().put("id", holding.id()).put("token", holding.token()))
                .onSuccess(reply -> startedAt.complete(reply.body().getLong("startedAt")))
                .onFailure(startedAt::completeExceptionally);
        assertThat(startedAt.get(WAIT_S, TimeUnit.SECONDS)).isZero();
        assertThat(dispatch.held()).isZero();
    }

    @Test
    void aDrainGivesBackWhatHasNotBegun(Vertx vertx) throws Exception {
        deploy(vertx);
        assertThat(pool.handed.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> drained = new CompletableFuture<>();
        dispatch.drain(Duration.ofSeconds(10)).subscribe().with(done -> drained.complete(null));
        drained.get(WAIT_S, TimeUnit.SECONDS);
        Completion released = store.ends.poll(WAIT_S, TimeUnit.SECONDS);
        assertThat(released.verdict().status()).isEqualTo(AttemptStatus.RELEASED);
    }

    @Test
    void aNodeHearsOnceThatAYoungerIncarnationIsAlive(Vertx vertx) throws Exception {
        deploy(vertx);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        store.replaced.set(true);
        vertx.deployVerticle(
                new LeaseVerticle(Bench.NODE, tools, dispatch, () -> Duration.ofMillis(5), () -> told.add("replaced")));
        assertThat(told.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo("replaced");
        int renewals = store.renewals.size();
        while (store.renewals.size() < renewals + 3) {
            assertThat(store.renewed.poll(WAIT_S, TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(told).isEmpty();
    }

    private void deploy(Vertx vertx) throws Exception {
        vertx.deployVerticle(dispatch).toCompletionStage().toCompletableFuture().get(WAIT_S, TimeUnit.SECONDS);
    }

    /** Gives one task once and takes every end. */
    private static final class OneTaskStore extends UnaskedStore {
        private final ClaimedTask task;
        private final BlockingQueue<Completion> ends = new LinkedBlockingQueue<>();
        private final BlockingQueue<List<Holding>> renewals = new LinkedBlockingQueue<>();
        private final BlockingQueue<Boolean> renewed = new LinkedBlockingQueue<>();
        private final AtomicBoolean replaced = new AtomicBoolean();
        private final AtomicBoolean given = new AtomicBoolean();

        private OneTaskStore(ClaimedTask task) {
            this.task = task;
        }

        @Override
        public Uni<List<ClaimedTask>> claim(Claim claim) {
            return Uni.createFrom().item(() -> given.getAndSet(true) ? List.<ClaimedTask>of() : List.of(task));
        }

        @Override
        public Uni<List<CompletionStatus>> complete(List<Completion> completions) {
            return Uni.createFrom().item(() -> {
                ends.addAll(completions);
                return completions.stream()
                        .map(completion -> CompletionStatus.ACCEPTED)
                        .toList();
            });
        }

        @Override
        public Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
            return Uni.createFrom().item(() -> {
                renewals.add(holdings);
                renewed.add(true);
                return new Renewal(replaced.get(), Set.of());
            });
        }

        @Override
        public Uni<Void> settleStart(Holding holding, long startedAtMs) {
            return Uni.createFrom().voidItem();
        }
    }
}
