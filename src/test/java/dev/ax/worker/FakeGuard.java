package dev.ax.worker;

import dev.ax.task.Progress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A lease that a test takes away. */
class FakeGuard implements LeaseGuard {
    final List<Progress> said = new CopyOnWriteArrayList<>();
    private final long begunAtMs;
    private Interrupt interrupt;
    private boolean gone;

    FakeGuard() {
        this(Runs.NOW_MS);
    }

    /** @param begunAtMs what it says to who asks to begin */
    FakeGuard(long begunAtMs) {
        this.begunAtMs = begunAtMs;
    }

    @Override
    public void begin(Beginning beginning) {
        beginning.at(begunAtMs);
    }

    @Override
    public synchronized boolean holds() {
        return !gone;
    }

    @Override
    public void onVoid(Interrupt interrupt) {
        boolean late;
        synchronized (this) {
            this.interrupt = interrupt;
            late = gone;
        }
        if (late) {
            interrupt.stop();
        }
    }

    @Override
    public void progress(Progress progress) {
        said.add(progress);
    }

    /** Cancelled, or lost. */
    void take() {
        Interrupt registered;
        synchronized (this) {
            gone = true;
            registered = interrupt;
        }
        if (registered != null) {
            registered.stop();
        }
    }
}
