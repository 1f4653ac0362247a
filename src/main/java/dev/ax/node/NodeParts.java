package dev.ax.node;

import dev.ax.async.Bridge;
import dev.ax.bus.BusVerticle;
import dev.ax.cluster.Members;
import dev.ax.contract.TaskDefaults;
import dev.ax.contract.TaskParser;
import dev.ax.dispatch.DispatchTools;
import dev.ax.dispatch.DispatchVerticle;
import dev.ax.dispatch.LeaseVerticle;
import dev.ax.http.HttpServices;
import dev.ax.http.HttpVerticle;
import dev.ax.metrics.StateGauges;
import dev.ax.promoter.PromoterVerticle;
import dev.ax.reaper.ReaperTools;
import dev.ax.reaper.ReaperVerticle;
import dev.ax.scheduler.ContractReader;
import dev.ax.scheduler.DefaultScheduler;
import dev.ax.scheduler.Handlers;
import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.SchedulerParts;
import dev.ax.scheduler.TaskEnds;
import dev.ax.store.StoreListener;
import dev.ax.task.AttemptFinisher;
import dev.ax.tick.DueInbox;
import dev.ax.tick.TickVerticle;
import dev.ax.worker.BuiltinHandlers;
import dev.ax.worker.BusAcks;
import dev.ax.worker.BusPool;
import dev.ax.worker.HandlerPool;
import dev.ax.worker.HttpPool;
import dev.ax.worker.SlotPool;
import dev.ax.worker.TargetRules;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The second half of a start: everything that works on the store, in the order in which each needs the last. */
final class NodeParts {
    private final NodeCore core;
    private final Consumer<Scheduler> beforeStart;
    private final Handlers handlers = new Handlers();
    private final TaskParser parser;
    private final Scheduler scheduler;
    private final DispatchVerticle dispatch;
    private final DispatchTools dispatchTools;
    private final Replacement replacement;
    private final PromoterVerticle promoter;
    private final DueInbox inbox;
    private final NodeCluster cluster;
    private final BusVerticle bus;

    NodeParts(NodeCore core, Consumer<Scheduler> beforeStart) {
        this.core = core;
        this.beforeStart = beforeStart;
        this.parser = new TaskParser(
                TaskDefaults.of(core.config()),
                core.config().limits(),
                random(),
                new TargetRules(core.config().targets().allow())::plainlyForbidden);
        this.scheduler = scheduler();
        this.dispatchTools = new DispatchTools(
                core.store(), core.clock(), core.wall(), core.watch(), core.metrics(), core.pulse(), core::lease);
        List<SlotPool> pools = pools();
        this.dispatch = new DispatchVerticle(
                core.joined().node(),
                dispatchTools,
                pools,
                new AttemptFinisher(random()),
                core.config().store().batchSize());
        this.replacement = new Replacement(core.readiness(), dispatch);
        this.bus = new BusVerticle(scheduler, parser, core.clock());
        this.inbox = new DueInbox(core.store().partitions());
        this.promoter = new PromoterVerticle(
                core.store(), core.clock(), core.config().scheduler(), core.metrics(), core.ownership()::served, inbox);
        this.cluster = new NodeCluster(core, pools, dispatch, handlers, promoter.feed(), replacement::outdated);
    }

    Uni<AxNode> start() {
        if (core.config().worker().builtinHandlers()) {
            BuiltinHandlers.register(handlers);
        }
        beforeStart.accept(scheduler);
        return dispatching()
                .chain(this::timing)
                .chain(this::upkeep)
                .chain(() -> deploy(core.vertx(), "bus", bus))
                .chain(this::http)
                .call(cluster::deploy)
                .map(port -> {
                    core.readiness().started();
                    return new AxNode(core, scheduler, new Leaving(core, bus, dispatch), replacement, port);
                });
    }

    private Scheduler scheduler() {
        TaskEnds ends = new TaskEnds();
        core.listeners().add(ends);
        ends.listen(core.vertx());
        core.closers().addNow("waits", ends::close);
        return new DefaultScheduler(new SchedulerParts(
                core.vertx(),
                core.store(),
                new ContractReader(parser, core.clock()),
                core.clock(),
                handlers,
                ends,
                core.metrics(),
                core.config().store()));
    }

    private List<SlotPool> pools() {
        HandlerPool inProcess = new HandlerPool(handlers, core.config(), core.clock(), core.metrics(), core.alerts());
        core.closers().addNow("handlers", inProcess::close);
        HttpPool http = new HttpPool(core.vertx(), core.config(), core.clock());
        core.closers().addNow("http calls", http::close);
        BusPool bus = busPool();
        core.closers().addNow("bus calls", bus::close);
        List<SlotPool> pools = List.of(inProcess, http, bus);
        pools.forEach(this::measure);
        return pools;
    }

    private BusPool busPool() {
        if (core.members().isEmpty()) {
            return new BusPool(core.vertx(), core.config());
        }
        Members members = core.members().get();
        BusAcks acks = new BusAcks(core.vertx(), core.config().nodeId(), members::onLeft);
        core.closers().addNow("bus acknowledgements", acks::close);
        return new BusPool(acks, core.config());
    }

    private void measure(SlotPool pool) {
        core.metrics().gauge("ax.slots.free", "slots that are free", pool::freeSlots, "pool", pool.name());
        core.metrics().gauge("ax.slots", "slots", pool::slots, "pool", pool.name());
    }

    /** Leases are renewed from before the first claim, and until after the last result. */
    private Uni<Void> dispatching() {
        core.listeners().add(new StoreListener() {
            @Override
            public void onReady(Set<String> routes) {
                dispatch.wake(routes);
            }
        });
        handlers.onChange(dispatch::wake);
        core.metrics().gauge("ax.attempts.held", "attempts that this node holds", dispatch::held);
        LeaseVerticle leases = new LeaseVerticle(
                core.joined().node(), dispatchTools, dispatch, core::renewInterval, replacement::younger);
        core.agreed().onChange(leases::renewNow);
        return deploy(core.timing(), "leases", leases).chain(() -> deploy(core.vertx(), "dispatch", dispatch));
    }

    private Uni<Void> timing() {
        TickVerticle tick = new TickVerticle(
                core.store(), core.clock(), core.config().scheduler(), core.metrics(), core.ownership()::served, inbox);
        core.ownership().onChange(promoter::wake);
        core.listeners().add(new StoreListener() {
            @Override
            public void onDue(int partition, long dueMs) {
                promoter.feed().offer(partition, dueMs);
            }
        });
        return deploy(core.timing(), "tick", tick).chain(() -> deploy(core.vertx(), "promoter", promoter));
    }

    private Uni<Void> upkeep() {
        ReaperTools tools = new ReaperTools(
                core.joined().node(),
                core.store().upkeep(),
                core.clock(),
                new AttemptFinisher(random()),
                () -> core.agreed().get().retention(),
                core.alerts(),
                core.metrics(),
                core.watch(),
                core.pulse(),
                handlers::types);
        core.closers().addNow("gauges", new StateGauges(core.metrics()).start(core.vertx(), this::figures));
        return deploy(core.vertx(), "reaper", new ReaperVerticle(tools, core.store(), core.ownership()::served));
    }

    private Uni<StateGauges.Figures> figures() {
        return core.store()
                .counts()
                .map(counts -> new StateGauges.Figures(
                        counts.pending(), counts.ready(), counts.running(), counts.dead(), counts.damaged()));
    }

    /** Emits the port; -1 where the configuration has no way in by HTTP. */
    private Uni<Integer> http() {
        if (!core.config().http().enabled()) {
            return Uni.createFrom().item(-1);
        }
        HttpServices services = new HttpServices(
                scheduler,
                parser,
                core.clock(),
                core.config().limits(),
                core.config().apiKeys(),
                core.readiness()::faults,
                core.meters()::scrape,
                cluster::look,
                core.pulse());
        return HttpVerticle.deploy(core.vertx(), core.config().http(), services).map(deployed -> {
            core.closers().add("http", deployed::close);
            return deployed.port();
        });
    }

    private Uni<Void> deploy(Vertx where, String name, Deployable verticle) {
        return Bridge.uni(() -> where.deployVerticle(verticle))
                .invoke(id -> core.closers().add(name, () -> Bridge.uni(() -> where.undeploy(id))))
                .replaceWithVoid();
    }

    /** Of whatever thread asks: it is used on several. */
    private static RandomGenerator random() {
        return () -> ThreadLocalRandom.current().nextLong();
    }
}
