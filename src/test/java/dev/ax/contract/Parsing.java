package dev.ax.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.LimitsConfig;
import dev.ax.task.RetryPolicy;
import dev.ax.task.TaskSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** A parser with the usual limits, and short words for its answers. */
final class Parsing {

    static final LimitsConfig LIMITS = new LimitsConfig(65_536, 10_000, 16 * 1024 * 1024);

    /** 2026-11-30T13:00:00Z. */
    static final long NOW_MS = 1_796_043_600_000L;

    static final TaskParser PARSER =
            new TaskParser(new TaskDefaults(RetryPolicy.DEFAULT, 0), LIMITS, new SplittableRandom(1));

    private Parsing() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    static Parsed parse(String body) {
        return PARSER.parse(utf8(body), null, NOW_MS);
    }

    static TaskSpec spec(Parsed parsed) {
        assertThat(parsed).isInstanceOf(Parsed.Valid.class);
        return ((Parsed.Valid) parsed).spec();
    }

    /** The task that the body stands for. */
    static TaskSpec spec(String body) {
        return spec(parse(body));
    }

    /** The task of type {@code t} with these further members. */
    static TaskSpec specWith(String members) {
        return spec("{\"type\":\"t\"," + members + "}");
    }

    static Problem problem(Parsed parsed) {
        assertThat(parsed).isInstanceOf(Parsed.Invalid.class);
        return ((Parsed.Invalid) parsed).problem();
    }

    static Problem problem(String body) {
        return problem(parse(body));
    }

    /** Where the faults of a task of type {@code t} with these further members are. */
    static List<String> pointersWith(String members) {
        return pointers(problem("{\"type\":\"t\"," + members + "}"));
    }

    static List<String> pointers(Problem problem) {
        return problem.errors().stream().map(Fault::pointer).toList();
    }

    static <T> T valid(Input<T> input) {
        assertThat(input).isInstanceOf(Input.Valid.class);
        return ((Input.Valid<T>) input).value();
    }

    static <T> Problem invalid(Input<T> input) {
        assertThat(input).isInstanceOf(Input.Invalid.class);
        return ((Input.Invalid<T>) input).problem();
    }
}
