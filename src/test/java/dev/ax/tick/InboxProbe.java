package dev.ax.tick;

import java.util.ArrayList;
import java.util.List;

/** Looks into an inbox in the tick's place. */
public final class InboxProbe {
    /** An instant that was offered; {@code dueMs} is null where the partition was dropped. */
    public record Entry(int partition, Long dueMs) {}

    private InboxProbe() {}

    /** Takes all that arrived, in order. */
    public static List<Entry> drain(DueInbox inbox) {
        List<Entry> entries = new ArrayList<>();
        inbox.drain(Integer.MAX_VALUE, new DueInbox.Taker() {
            @Override
            public void due(int partition, long dueMs) {
                entries.add(new Entry(partition, dueMs));
            }

            @Override
            public void dropped(int partition) {
                entries.add(new Entry(partition, null));
            }
        });
        return entries;
    }
}
