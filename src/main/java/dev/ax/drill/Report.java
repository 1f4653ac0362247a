package dev.ax.drill;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a drill found, as a table: a figure, the goal it has, and whether it is met. For one thread. */
public final class Report {
    private static final int FIGURE = 48;
    private static final int VALUE = 22;
    private static final int GOAL = 14;

    private final String drill;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> examples = new ArrayList<>();

    /** @param correctness whether it is one of the promises, rather than a matter of speed */
    private record Row(String figure, String value, String goal, boolean met, boolean correctness) {}

    Report(String drill) {
        this.drill = drill;
    }

    /** A figure without a goal. */
    Report figure(String figure, Object value) {
        rows.add(new Row(figure, "" + value, "", true, false));
        return this;
    }

    /** A promise: this never happens. */
    Report none(String figure, long count) {
        rows.add(new Row(figure, "" + count, "0", count == 0, true));
        return this;
    }

    /** A promise of another kind. */
    Report holds(String figure, String value, String goal, boolean met) {
        rows.add(new Row(figure, value, goal, met, true));
        return this;
    }

    /** A figure that depends on the machine. */
    Report atMost(String figure, Duration value, Duration most) {
        return goal(figure, value.toMillis() + " ms", "<= " + most.toMillis() + " ms", value.compareTo(most) <= 0);
    }

    Report goal(String figure, String value, String goal, boolean met) {
        rows.add(new Row(figure, value, goal, met, false));
        return this;
    }

    void example(String what) {
        examples.add(what);
    }

    /** Whether all promises are kept, however fast. */
    public boolean isCorrect() {
        return rows.stream().allMatch(row -> row.met || !row.correctness);
    }

    /** Whether all goals are met. */
    public boolean isMet() {
        return rows.stream().allMatch(Row::met);
    }

    public void print(PrintWriter out) {
        out.println(this);
        out.flush();
    }

    @Override
    public String toString() {
        String table = rows.stream()
                .map(row -> pad(row.figure, FIGURE)
                        + pad(row.value, VALUE)
                        + pad(row.goal, GOAL)
                        + (row.goal.isEmpty() ? "" : row.met ? "met" : "NOT MET"))
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"));
        String wrong = examples.stream().map(example -> "\n  " + example).collect(Collectors.joining());
        return "drill " + drill + "\n" + pad("figure", FIGURE) + pad("value", VALUE) + "goal\n" + table
                + (wrong.isEmpty() ? "" : "\nfor example:" + wrong);
    }

    private static String pad(String text, int width) {
        return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
    }
}
