package dev.ax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchFiguresTest {
    private final BenchFigures figures = new BenchFigures("drain");

    @Test
    void aFigureIsItsMedianWithTheLeastAndTheMost() {
        List.of(3.0, 1500.0, 1.0).forEach(value -> figures.add("throughput, tasks/s", value));

        JsonObject figure = figures.toJson("none").getJsonObject(0);
        assertThat(figure.getDouble("median")).isEqualTo(3);
        assertThat(figure.getDouble("min")).isEqualTo(1);
        assertThat(figure.getDouble("max")).isEqualTo(1500);
        assertThat(figure.getJsonArray("rounds")).hasSize(3);
        assertThat(figures.lines("none").get(0)).containsSubsequence("drain", "throughput", "3.00", "1.00", "1,500");
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
        List.of(4.0, 1.0, 2.0, 9.0).forEach(value -> figures.add("wait, ms", value));

        assertThat(figures.toJson("none").getJsonObject(0).getDouble("median")).isEqualTo(3);
    }

    @Test
    void everyLineSaysHowRedisKeptItsData() {
        figures.add("wait, ms", 1);
        figures.note("longest Redis command", "claim");

        assertThat(figures.lines("everysec")).hasSize(2).allMatch(line -> line.endsWith("everysec"));
        assertThat(figures.toJson("everysec"))
                .allMatch(line -> ((JsonObject) line).getString("aof").equals("everysec"));
    }
}
