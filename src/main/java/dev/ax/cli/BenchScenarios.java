package dev.ax.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** All scenarios, in the order in which they are run. */
final class BenchScenarios {
    private static final List<BenchScenario> ALL = Stream.of(
                    BenchSubmissions.ALL,
                    BenchRuns.ALL,
                    BenchLateness.ALL,
                    BenchWaiting.ALL,
                    BenchStart.ALL,
                    BenchGrowth.ALL,
                    BenchArticle.ALL)
            .flatMap(List::stream)
            .toList();

    private BenchScenarios() {}

    static List<String> labels() {
        return ALL.stream().map(BenchScenario::label).toList();
    }

    /** Those that are run where none is named. */
    static List<BenchScenario> quick() {
        return ALL.stream().filter(scenario -> !scenario.isLong()).toList();
    }

    static Optional<BenchScenario> of(String label) {
        return ALL.stream().filter(scenario -> scenario.label().equals(label)).findFirst();
    }

    /** Lines for the help. */
    static String[] help() {
        List<String> lines = new ArrayList<>(List.of("", "Scenarios; those with * are long:"));
        for (BenchScenario scenario : ALL) {
            lines.add(String.format(
                    Locale.ROOT, "%s %-14s %s", scenario.isLong() ? "*" : " ", scenario.label(), scenario.about()));
        }
        return lines.toArray(new String[0]);
    }
}
