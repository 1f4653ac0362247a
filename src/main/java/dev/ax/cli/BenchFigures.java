package dev.ax.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of one scenario over its rounds. For one thread. */
final class BenchFigures {
    private final String scenario;
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    BenchFigures(String scenario) {
        this.scenario = scenario;
    }

    /** Adds the value of a round; the name ends with the unit. */
    void add(String figure, double value) {
        values.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
    }

    /** Adds what a stretch of work on {@code tasks} tasks took. */
    void add(BenchMeter.Reading from, BenchMeter.Reading to, int tasks) {
        add("throughput, tasks/s", tasks / ((to.nanos() - from.nanos()) / 1e9));
        add("node CPU, us/task", (to.nodeCpuNanos() - from.nodeCpuNanos()) / 1e3 / tasks);
        add("Redis CPU, us/task", (to.redisCpuMicros() - from.redisCpuMicros()) / tasks);
    }

    /** Lines of a table: scenario, figure, median, min, max. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        values.forEach((figure, all) -> lines.add(String.format(
                Locale.ROOT,
                "%-14s %-28s %12s %12s %12s",
                scenario,
                figure,
                print(median(all)),
                print(sorted(all).get(0)),
                print(sorted(all).get(all.size() - 1)))));
        return lines;
    }

    JsonArray toJson() {
        JsonArray array = new JsonArray();
        values.forEach((figure, all) -> array.add(new JsonObject()
                .put("scenario", scenario)
                .put("figure", figure)
                .put("median", median(all))
                .put("min", sorted(all).get(0))
                .put("max", sorted(all).get(all.size() - 1))
                .put("rounds", new JsonArray(new ArrayList<>(all)))));
        return array;
    }

    private static double median(List<Double> all) {
        List<Double> sorted = sorted(all);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static List<Double> sorted(List<Double> all) {
        return all.stream().sorted().toList();
    }

    private static String print(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.2f", value);
    }
}
