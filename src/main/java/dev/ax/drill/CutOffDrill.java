package dev.ax.drill;

import java.time.Duration;
import java.util.Map;

/** One node is cut off from Redis for longer than a lease, while its peers and clients reach it. */
final class CutOffDrill implements Drill {
    private static final int CUT = 2;

    @Override
    public String about() {
        return "one of three nodes cut off from Redis for 60 s: the others take over what it had, it comes back";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(2));
        TcpGate[] gate = new TcpGate[1];
        Arena.Setup setup = Arena.Setup.of(3, work, scale).varied((place, store, node) -> {
            if (place != CUT) {
                return node;
            }
            gate[0] = new TcpGate(Arena.LOOPBACK, store.port());
            return node.with(Map.of("AX_REDIS_URL", "redis://" + Arena.LOOPBACK + ":" + gate[0].port()));
        });
        try (Arena arena = new Arena(setup)) {
            ChildNode node = arena.nodes().get(CUT);
            arena.load().start(scale.rate(500, 200));
            Pause.of(Duration.ofSeconds(5));
            arena.fault(node);
            gate[0].shut();
            Pause.of(scale.time(Duration.ofSeconds(60)));
            gate[0].open();
            long openNanos = System.nanoTime();
            boolean again = Pause.until(Duration.ofSeconds(60), () -> Peek.isReady(node.url()));
            Duration back = Duration.ofNanos(System.nanoTime() - openNanos);
            Pause.of(Duration.ofSeconds(5));
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            return report.holds("ready again", "" + again, "true", again)
                    .atMost("ready again within", back, Duration.ofSeconds(5))
                    .atMost("p99 late by", verdict.lateness(99), scale.time(Duration.ofSeconds(20)))
                    .atMost(
                            "p99 of a restart after the cut",
                            Duration.ofMillis(verdict.restarts().p(99)),
                            scale.time(Duration.ofSeconds(30)).plusSeconds(4));
        } finally {
            if (gate[0] != null) {
                gate[0].close();
            }
        }
    }
}
