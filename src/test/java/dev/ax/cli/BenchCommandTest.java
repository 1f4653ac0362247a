package dev.ax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.process.EmbeddedRedis;
import dev.ax.process.RedisProbe;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each scenario with a few tasks: that it comes to its end and yields figures, not what they are. */
class BenchCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyScenarioYieldsFigures(String scenario) throws Exception {
        JsonArray figures = few(scenario).getJsonArray("results");

        assertThat(figures).isNotEmpty().allSatisfy(figure -> {
            JsonObject json = (JsonObject) figure;
            assertThat(json.getString("scenario")).isEqualTo(scenario);
            assertThat(json.getString("aof")).isEqualTo("none");
            if (!json.containsKey("note")) {
                assertThat(json.getDouble("median")).isFinite();
            }
        });
    }

    static List<String> scenarios() {
        return BenchScenarios.labels();
    }

    @Test
    void theLoadTestOfTheArticleLosesAndDoublesNothing() throws Exception {
        JsonObject report = few("article");

        for (String none :
                List.of("failed, attempts", "lost, tasks", "doubled, tasks", "not stored as SUCCEEDED, tasks")) {
            assertThat(median(report, none)).as(none).isZero();
        }
    }

    @Test
    void anAppendOnlyFileIsNamedBesideTheFigures() throws Exception {
        JsonObject report = few("submit-batch", "--aof");

        assertThat(report.getJsonArray("results").getJsonObject(0).getString("aof"))
                .isEqualTo("everysec");
        assertThat(out.toString()).contains("  everysec\n");
    }

    @Test
    void aRedisThatIsUpIsLeftAsEmptyAsItWas() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RedisProbe probe = new RedisProbe(redis.port())) {
            List<String> before = probe.list("CONFIG GET slowlog*");

            few("instant", "--url", redis.url());

            assertThat(probe.ask("DBSIZE")).isEqualTo(":0");
            assertThat(probe.list("CONFIG GET slowlog*")).isEqualTo(before);
        }
    }

    @Test
    void aRedisThatHoldsSomethingIsRefused() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RedisProbe probe = new RedisProbe(redis.port())) {
            probe.ask("SET theirs thing");

            assertThat(run("memory", "--url", redis.url())).isEqualTo(ExitCode.USAGE);

            assertThat(err.toString()).contains("is not empty");
            assertThat(probe.ask("GET theirs")).isEqualTo("thing");
        }
    }

    @Test
    void aUrlThatItCannotUseIsRefused() {
        for (String url :
                List.of("rediss://127.0.0.1", "redis://user:secret@127.0.0.1", "127.0.0.1:6379", "redis://")) {
            assertThat(run("memory", "--url", url)).as(url).isEqualTo(ExitCode.USAGE);
        }
        assertThat(run("memory", "--aof", "--url", "redis://127.0.0.1:1")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void helpListsTheScenariosAndHidesTheProcessesOfItsOwn() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains(BenchScenarios.labels())
                .contains("* flood")
                .doesNotContain("Commands:");
    }

    private JsonObject few(String scenario, String... more) throws Exception {
        Path json = folder.resolve("figures.json");
        List<String> arguments = new ArrayList<>(List.of(scenario, "--rounds", "1", "--no-warm-up"));
        arguments.addAll(List.of("--tasks", "40", "--delayed", "40", "--pending", "40", "--millis", "200"));
        arguments.addAll(List.of("--in-flight", "4", "--batch", "20"));
        arguments.addAll(List.of("--worker-java-opts", "-Xmx64m -XX:TieredStopAtLevel=1", "--json", json.toString()));
        arguments.addAll(List.of(more));

        assertThat(run(arguments.toArray(new String[0]))).as(err.toString()).isZero();
        return new JsonObject(Files.readString(json));
    }

    private static double median(JsonObject report, String figure) {
        return report.getJsonArray("results").stream()
                .map(JsonObject.class::cast)
                .filter(line -> figure.equals(line.getString("figure")))
                .mapToDouble(line -> line.getDouble("median"))
                .findFirst()
                .orElseThrow();
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("bench"));
        all.addAll(List.of(arguments));
        return Cli.run(new PrintWriter(out), new PrintWriter(err), all.toArray(new String[0]));
    }
}
