package dev.ax.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The figures of one scenario over its rounds. For one thread. */
final class BenchFigures {
    private static final String LINE = "%-14s %-56s %12s %12s %12s  %s";

    private final String scenario;
    private final Map<String, List<Double>> values = new LinkedHashMap<>();
    private final Map<String, Set<String>> notes = new LinkedHashMap<>();

    BenchFigures(String scenario) {
        this.scenario = scenario;
    }

    /** What stands above {@link #lines}. */
    static String header() {
        return String.format(LINE, "scenario", "figure", "median", "min", "max", "AOF");
    }

    /** Adds the value of a round; the name ends with the unit. */
    void add(String figure, double value) {
        values.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
    }

    /** Adds what a round has to say that is no number. */
    void note(String name, String text) {
        notes.computeIfAbsent(name, n -> new TreeSet<>()).add(text);
    }

    /**
     * Lines of a table.
     *
     * @param aof what makes the figures worth what they are: how Redis kept its data
     */
    List<String> lines(String aof) {
        List<String> lines = new ArrayList<>();
        values.forEach((figure, all) -> lines.add(String.format(
                LINE,
                scenario,
                figure,
                print(median(all)),
                print(sorted(all).get(0)),
                print(sorted(all).get(all.size() - 1)),
                aof)));
        notes.forEach(
                (name, texts) -> lines.add(String.format(LINE, scenario, name, String.join(", ", texts), "", "", aof)));
        return lines;
    }

    JsonArray toJson(String aof) {
        JsonArray array = new JsonArray();
        values.forEach((figure, all) -> array.add(new JsonObject()
                .put("scenario", scenario)
                .put("figure", figure)
                .put("median", median(all))
                .put("min", sorted(all).get(0))
                .put("max", sorted(all).get(all.size() - 1))
                .put("rounds", new JsonArray(new ArrayList<>(all)))
                .put("aof", aof)));
        notes.forEach((name, texts) -> array.add(new JsonObject()
                .put("scenario", scenario)
                .put("note", name)
                .put("texts", new JsonArray(List.copyOf(texts)))
                .put("aof", aof)));
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
