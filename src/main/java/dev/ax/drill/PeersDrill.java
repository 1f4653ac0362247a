package dev.ax.drill;

import java.time.Duration;

/** One node is cut off from its peers, but not from Redis and its clients, and the cable is plugged in again. */
final class PeersDrill implements Drill {
    private static final int CUT = 2;

    @Override
    public String about() {
        return "one of three nodes cut off from its peers for 60 s, all with Redis in reach (needs root and ip)";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(1));
        try (Island island = new Island()) {
            TcpGate[] toRedis = new TcpGate[1];
            Arena.Setup setup = Arena.Setup.of(3, work, scale).varied((place, store, node) -> {
                if (place == CUT) {
                    toRedis[0] = new TcpGate(Island.SHORE, store.port());
                }
                return place == CUT ? island.inside(node, toRedis[0].port()) : island.outside(node);
            });
            try (Arena arena = new Arena(setup)) {
                arena.load().start(scale.rate(500, 200));
                Pause.of(Duration.ofSeconds(5));
                island.cut();
                boolean parted = Pause.until(Duration.ofSeconds(60), () -> !arena.isOneMap());
                Pause.of(scale.brief() ? Duration.ofSeconds(20) : Duration.ofSeconds(60));
                island.heal();
                long healedNanos = System.nanoTime();
                boolean one = Pause.until(Duration.ofMinutes(2), arena::isOneMap);
                Duration back = Duration.ofNanos(System.nanoTime() - healedNanos);
                Pause.of(Duration.ofSeconds(5));
                Verdict verdict = arena.judge(Duration.ofMinutes(2));
                Report report = new Report(name);
                verdict.report(report);
                return report.holds("the cluster fell apart", "" + parted, "true", parted)
                        .none("attempts lost", verdict.lostAttempts())
                        .holds("one map again", "" + one, "true", one)
                        .atMost("one map after healing within", back, Duration.ofSeconds(20))
                        .atMost("p99 late by", verdict.lateness(99), Duration.ofSeconds(5));
            } finally {
                if (toRedis[0] != null) {
                    toRedis[0].close();
                }
            }
        }
    }
}
