package dev.ax.drill;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * The store's clock is set forward by an hour, back, and forward again. One cannot set the clock of one process, so the
 * nodes' scripts, which alone read it, are given a clock that can be moved.
 */
final class StoreClockDrill implements Drill {
    private static final Duration JUMP = Duration.ofHours(1);
    private static final Duration HEARD = Duration.ofSeconds(15);
    private static final String ALERT = "clock-jump";
    private static final String INCLUDE = "lua/include/group.lua";
    private static final String CLOCK = "local clock = redis.call('TIME')\n";
    private static final String KEY = "drill-ahead";
    private static final String MOVED =
            CLOCK + "clock[1] = clock[1] + tonumber(redis.call('GET', P .. '" + KEY + "') or 0)\n";

    @Override
    public String about() {
        return "the store's clock an hour forward, back, and forward again: an alert, and no lease is lost";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(4));
        Percentiles heard = new Percentiles();
        try (TempFolder scripts = scripts();
                Arena arena = new Arena(Arena.Setup.of(3, work, scale)
                        .with("AX_RETENTION_SUCCEEDED", "1d") // else an hour is enough to forget what was done
                        .varied((place, store, node) -> node.with(scripts.path())))) {
            arena.load().start(scale.rate(200, 200));
            Pause.of(Duration.ofSeconds(6));
            for (Duration ahead : new Duration[] {JUMP, Duration.ZERO, JUMP}) {
                long setNanos = System.nanoTime();
                arena.store().set(KEY, "" + ahead.toSeconds());
                for (ChildNode node : arena.nodes()) {
                    Pause.until(HEARD.multipliedBy(2), () -> node.said(ALERT, setNanos));
                    heard.add((System.nanoTime() - setNanos) / 1_000_000);
                }
                Pause.of(scale.time(Duration.ofSeconds(40)));
            }
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            verdict.clockWasSet();
            Report report = new Report(name);
            verdict.report(report);
            return report.none("attempts lost", verdict.lostAttempts())
                    .atMost("every node alerts within", Duration.ofMillis(heard.max()), HEARD);
        }
    }

    /** A folder with the include that all scripts begin with, reading a clock that can be moved. */
    private static TempFolder scripts() {
        try (InputStream original = StoreClockDrill.class.getResourceAsStream("/" + INCLUDE)) {
            String text = new String(Objects.requireNonNull(original).readAllBytes(), StandardCharsets.UTF_8);
            if (!text.contains(CLOCK)) {
                throw new IllegalStateException(INCLUDE + " reads the clock in another way");
            }
            TempFolder folder = new TempFolder("ax-drill-scripts");
            Path file = folder.path().resolve(INCLUDE);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.replace(CLOCK, MOVED));
            return folder;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
