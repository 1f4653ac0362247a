package dev.ax.node;

import dev.ax.async.Bridge;
import dev.ax.clock.ClockJump;
import dev.ax.clock.ClockRefresher;
import dev.ax.clock.EstimatedStoreClock;
import dev.ax.clock.NanoClock;
import dev.ax.cluster.Members;
import dev.ax.cluster.Ownership;
import dev.ax.config.AxConfig;
import dev.ax.events.Alerts;
import dev.ax.events.BusAlerts;
import dev.ax.events.BusEvents;
import dev.ax.events.Listeners;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.metrics.PrometheusMeters;
import dev.ax.scheduler.Scheduler;
import dev.ax.store.Agreed;
import dev.ax.store.RedisStore;
import dev.ax.store.StoreUpkeep.Joined;
import dev.ax.store.StoreWatch;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The first half of a start: metrics, store, clock. {@link NodeParts} is the second. */
final class NodeStart {
    private final Vertx vertx;
    private final AxConfig config;
    private final InstantSource wall;
    private final Consumer<Scheduler> beforeStart;
    private final Closers closers = new Closers();

    NodeStart(Vertx vertx, AxConfig config, InstantSource wall, Consumer<Scheduler> beforeStart) {
        this.vertx = vertx;
        this.config = config;
        this.wall = wall;
        this.beforeStart = beforeStart;
    }

    /** The running node. Where a step fails, all that was opened is closed first. */
    Uni<AxNode> run() {
        return Uni.createFrom()
                .deferred(this::core)
                .chain(core -> new NodeParts(core, beforeStart).start())
                .onFailure()
                .recoverWithUni(
                        fault -> closers.closeAll().chain(() -> Uni.createFrom().<AxNode>failure(fault)));
    }

    private Uni<NodeCore> core() {
        PrometheusMeters meters = new PrometheusMeters();
        closers.addNow("metrics", meters::close);
        AxMetrics metrics = new AxMetrics(meters.registry());
        Vertx timing = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(2)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setPreferNativeTransport(true));
        closers.add("timing", () -> Bridge.uni(timing::close));
        Listeners listeners = new Listeners();
        StoreEntry entry = new StoreEntry(vertx, config);
        return entry.open(metrics, listeners)
                .invoke(store -> closers.add("store", store::close))
                .chain(store ->
                        entry.join(store).chain(joined -> core(meters, metrics, timing, listeners, store, joined)));
    }

    private Uni<NodeCore> core(
            PrometheusMeters meters,
            AxMetrics metrics,
            Vertx timing,
            Listeners listeners,
            RedisStore store,
            Joined joined) {
        AtomicReference<Alerts> alerts = new AtomicReference<>();
        EstimatedStoreClock clock = new EstimatedStoreClock(
                NanoClock.SYSTEM,
                () -> store.upkeep().timeMicros(),
                jump -> alerts.get().raise("clock-jump", facts(jump)));
        alerts.set(new BusAlerts(vertx.eventBus(), clock, metrics, config.nodeId()));
        listeners.add(new BusEvents(vertx, metrics));
        StoreWatch watch = new StoreWatch(clock);
        Optional<Members> members = members();
        Readiness readiness = new Readiness(
                () -> longer(store.awayFor(), watch.awayFor()),
                () -> members.map(Members::out).orElse(false));
        LoopPulse pulse = new LoopPulse(NanoClock.SYSTEM::nanoTime);
        pulse.bindTo(metrics);
        closers.addNow("probe", new StoreProbe(store.upkeep(), readiness, metrics).start(vertx));
        ClockRefresher refresher = new ClockRefresher(vertx, clock);
        closers.addNow("clock", refresher::stop);
        Ownership ownership = new Ownership(config.nodeId(), store.partitions());
        members.ifPresent(present -> ownership.members(present.nodes()));
        NodeCore core = new NodeCore(
                vertx,
                timing,
                config,
                meters,
                metrics,
                pulse,
                listeners,
                store,
                joined,
                new Agreed(joined.settings()),
                clock,
                wall,
                watch,
                alerts.get(),
                readiness,
                closers,
                ownership,
                members);
        return refresher.start().replaceWith(core);
    }

    private Optional<Members> members() {
        if (!config.cluster().enabled()) {
            return Optional.empty();
        }
        Members members = Members.of(vertx, config.nodeId());
        closers.addNow("members", members::close);
        return Optional.of(members);
    }

    private static JsonObject facts(ClockJump jump) {
        return new JsonObject().put("byMs", jump.byMs()).put("what", "the store's clock was set");
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
