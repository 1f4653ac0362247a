package dev.ax.drill;

import java.time.Duration;
import java.util.Map;

/**
 * How much of a drill is wanted.
 *
 * @param brief whether in a minute: with leases of 6 s instead of 30 s, and everything in proportion
 * @param rounds of the fault; 0 for the drill's own
 * @param rate tasks a second; 0 for the drill's own
 * @param cluster whether on a Redis Cluster
 */
public record Scale(boolean brief, int rounds, int rate, boolean cluster) {
    /** A fifth of the defaults. */
    private static final Map<String, String> SHORT_LEASES = Map.of(
            "AX_SCHEDULER_LOCK_EXPIRE", "6s",
            "AX_SCHEDULER_LOCK_RENEW_INTERVAL", "2s",
            "AX_SCHEDULER_HEARTBEAT_INTERVAL", "1s",
            "AX_SCHEDULER_HEARTBEAT_TIMEOUT", "3s");

    private static final int SHORTER = 5;

    int rounds(int whole, int brief) {
        return rounds > 0 ? rounds : this.brief ? brief : whole;
    }

    int rate(int whole, int brief) {
        return rate > 0 ? rate : this.brief ? brief : whole;
    }

    /** A time that goes with the lease. */
    Duration time(Duration whole) {
        return brief ? whole.dividedBy(SHORTER) : whole;
    }

    Map<String, String> environment() {
        return brief ? SHORT_LEASES : Map.of();
    }

    DrillStore store(String appendfsync) {
        return cluster ? new DrillRedisCluster() : new DrillRedis(appendfsync);
    }
}
