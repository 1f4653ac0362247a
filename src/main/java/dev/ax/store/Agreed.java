package dev.ax.store;

import dev.ax.store.StoreUpkeep.AgreedSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values that nodes have agreed on, as this one heard last: whoever uses one asks for it at each use, so that a value
 * that another node adopts is followed by all within a heartbeat. Any thread may ask or tell.
 */
public final class Agreed implements Supplier<AgreedSettings> {
    private static final Logger LOG = LoggerFactory.getLogger(Agreed.class);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile AgreedSettings current;

    public Agreed(AgreedSettings first) {
        this.current = first;
    }

    @Override
    public AgreedSettings get() {
        return current;
    }

    /** Has {@code listener} called, on the thread that tells, after each change. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** What the store has now. */
    public void follow(AgreedSettings heard) {
        AgreedSettings before;
        synchronized (this) {
            before = current;
            current = heard;
        }
        if (!before.equals(heard)) {
            LOG.info("another node has changed what all agree on: {}", differences(before, heard));
            listeners.forEach(Runnable::run);
        }
    }

    private static List<String> differences(AgreedSettings before, AgreedSettings heard) {
        Map<String, String> old = SettingsTable.of(before);
        List<String> differences = new ArrayList<>();
        SettingsTable.of(heard).forEach((name, value) -> {
            if (!value.equals(old.get(name))) {
                differences.add(name + " is " + value + ", was " + old.get(name));
            }
        });
        return differences;
    }
}
