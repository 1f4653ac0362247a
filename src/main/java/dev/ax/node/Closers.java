package dev.ax.node;

import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was opened, to be closed in the reverse order, each even where another could not be. Added to by one thread at a
 * time.
 */
final class Closers {
    private static final Logger LOG = LoggerFactory.getLogger(Closers.class);

    private final Deque<Closer> opened = new ArrayDeque<>();

    synchronized void add(String name, Supplier<Uni<Void>> close) {
        opened.push(new Closer(name, close));
    }

    void addNow(String name, Runnable close) {
        add(
                name,
                () -> Uni.createFrom().<Void>item(() -> {
                    close.run();
                    return null;
                }));
    }

    /** Closes all; never fails. */
    synchronized Uni<Void> closeAll() {
        Uni<Void> closing = Uni.createFrom().voidItem();
        while (!opened.isEmpty()) {
            Closer next = opened.pop();
            closing = closing.chain(() -> close(next));
        }
        return closing;
    }

    private static Uni<Void> close(Closer closer) {
        return Uni.createFrom()
                .deferred(() -> closer.close.get())
                .onFailure()
                .invoke(fault -> LOG.warn("{} could not be closed in order", closer.name, fault))
                .onFailure()
                .recoverWithNull();
    }

    private record Closer(String name, Supplier<Uni<Void>> close) {}
}
