package dev.ax.node;

import dev.ax.async.Bridge;
import dev.ax.bus.BusVerticle;
import dev.ax.dispatch.DispatchVerticle;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a node leaves so that nobody notices: it says that it is not ready and claims no more, but answers until what it
 * runs has ended, and for long enough that whoever asks for readiness has seen it; then it closes. Until the end it
 * serves its partitions.
 */
final class Leaving {
    private static final Logger LOG = LoggerFactory.getLogger(Leaving.class);

    private final NodeCore core;
    private final BusVerticle bus;
    private final DispatchVerticle dispatch;

    Leaving(NodeCore core, BusVerticle bus, DispatchVerticle dispatch) {
        this.core = core;
        this.bus = bus;
        this.dispatch = dispatch;
    }

    /** Leaves; never fails. */
    Uni<Void> run() {
        return Uni.createFrom().deferred(() -> {
            core.readiness().draining();
            return Uni.join()
                    .all(
                            bus.withdraw().onFailure().recoverWithNull(),
                            dispatch.drain(core.config().worker().drainTimeout()),
                            noticed())
                    .andCollectFailures()
                    .onFailure()
                    .invoke(fault -> LOG.warn("the drain did not end in order", fault))
                    .onFailure()
                    .recoverWithNull()
                    .chain(core.closers()::closeAll)
                    .invoke(() -> LOG.info("node {} stopped", core.config().nodeId()));
        });
    }

    private Uni<Void> noticed() {
        Duration delay = core.config().http().closeDelay();
        return delay.isZero() || !core.config().http().enabled()
                ? Uni.createFrom().voidItem()
                : Bridge.uni(() -> core.vertx().timer(delay.toMillis()).mapEmpty());
    }
}
