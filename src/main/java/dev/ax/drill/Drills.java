package dev.ax.drill;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All drills by name. */
public final class Drills {
    private static final Map<String, Drill> ALL = all();

    private Drills() {}

    private static Map<String, Drill> all() {
        Map<String, Drill> all = new LinkedHashMap<>();
        all.put("kill", new KillDrill());
        all.put("stop", new StopDrill(Duration.ofSeconds(40), true));
        all.put("stop-brief", new StopDrill(Duration.ofSeconds(12), false));
        all.put("rolling", new RollingDrill());
        all.put("redis-kill", new RedisKillDrill("always"));
        all.put("redis-kill-everysec", new RedisKillDrill("everysec"));
        all.put("redis-away", new RedisAwayDrill(Duration.ofSeconds(10), false));
        all.put("redis-away-long", new RedisAwayDrill(Duration.ofSeconds(60), false));
        all.put("redis-frozen", new RedisAwayDrill(Duration.ofSeconds(60), true));
        all.put("failover", new FailoverDrill(DrillRedisCluster::new));
        all.put("cut-off", new CutOffDrill());
        all.put("peers", new PeersDrill());
        all.put("clock", new ClockDrill());
        all.put("store-clock", new StoreClockDrill());
        all.put("instant", new InstantDrill());
        all.put("slow-node", new SlowNodeDrill());
        all.put("scaling", new ScalingDrill());
        return all;
    }

    /** What each does, in a line. */
    public static Map<String, String> described() {
        Map<String, String> described = new LinkedHashMap<>();
        ALL.forEach((name, drill) -> described.put(name, drill.about()));
        return described;
    }

    /**
     * Runs one; blocks until it has ended.
     *
     * @return what was found; empty where there is no drill of the name
     * @throws DrillUnavailableException if it cannot be done here, with the reason
     * @throws IllegalStateException if it came to no end, as where nodes do not start
     */
    public static Optional<Report> run(String name, Scale scale) {
        return Optional.ofNullable(ALL.get(name)).map(drill -> drill.run(name, scale));
    }
}
