package dev.ax.store;

import dev.ax.store.StoreUpkeep.AgreedSettings;
import dev.ax.store.StoreUpkeep.Retention;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values that nodes must agree on, as names and texts in the store. */
final class SettingsTable {
    static final int FIRST_FORMAT = 1;

    private SettingsTable() {}

    static Map<String, String> of(AgreedSettings settings) {
        Map<String, String> table = new LinkedHashMap<>();
        table.put("partitions", Integer.toString(settings.partitions()));
        table.put("groups", Integer.toString(settings.groups()));
        table.put("lease", settings.lease().toString());
        table.put("ageing-step", settings.ageingStep().toString());
        table.put("retention-succeeded", settings.retention().succeeded().toString());
        table.put("retention-expired", settings.retention().expired().toString());
        table.put("retention-canceled", settings.retention().canceled().toString());
        table.put("retention-failed", settings.retention().failed().toString());
        return table;
    }

    static AgreedSettings parse(Map<String, String> table) {
        return new AgreedSettings(
                Integer.parseInt(table.get("partitions")),
                Integer.parseInt(table.get("groups")),
                Duration.parse(table.get("lease")),
                Duration.parse(table.get("ageing-step")),
                new Retention(
                        Duration.parse(table.get("retention-succeeded")),
                        Duration.parse(table.get("retention-expired")),
                        Duration.parse(table.get("retention-canceled")),
                        Duration.parse(table.get("retention-failed"))));
    }

    /** The newest format of records that may have been written. */
    static int format(Map<String, String> table) {
        return Integer.parseInt(table.getOrDefault("format", "" + FIRST_FORMAT));
    }

    /** Whether a value differs that cannot change any more. */
    static boolean fixedDiffer(Map<String, String> wanted, Map<String, String> stored) {
        return !wanted.get("partitions").equals(stored.get("partitions"))
                || !wanted.get("groups").equals(stored.get("groups"));
    }
}
