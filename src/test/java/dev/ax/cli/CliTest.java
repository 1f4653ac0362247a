package dev.ax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpNamesEveryCommandAndTheExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("serve", "demo", "bench", "0 well, 1 failed, 2 wrong usage or configuration");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve", "demo", "bench"})
    void everyCommandExplainsItself(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: ax " + command);
    }

    @Test
    void helpOfServeAndBenchNamesTheirOptions() {
        run("serve", "--help");
        run("bench", "--help");
        assertThat(out.toString())
                .contains("--dev", "--data", "--config")
                .contains("--tasks", "--json", "--rounds")
                .contains("submit-batch", "submit-ndjson", "drain", "life", "delayed", "memory", "heap");
    }

    @Test
    void versionIsShown() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("ax ");
    }

    @Test
    void wrongUsageIsExitCode2() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("A command is missing");
        assertThat(run("sevre")).isEqualTo(2);
        assertThat(run("serve", "--unknown")).isEqualTo(2);
        assertThat(run("serve", "--data", "somewhere")).isEqualTo(2);
        assertThat(err.toString()).contains("--data goes with --dev");
        assertThat(run("serve", "--node", "2")).isEqualTo(2);
        assertThat(run("serve", "--dev", "--node", "10")).isEqualTo(2);
        assertThat(err.toString()).contains("--node goes with --dev, and is 1 to 9");
        assertThat(run("serve", "--dev", "--node", "2", "--data", "somewhere")).isEqualTo(2);
        assertThat(run("bench", "--tasks", "many")).isEqualTo(2);
        assertThat(run("bench", "--tasks", "0")).isEqualTo(2);
        assertThat(run("bench", "sprint")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no scenario 'sprint'; there are: submit,");
    }

    @Test
    void aFaultyConfigurationIsExitCode2AndListsEverything(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("ax.yaml"), "ax: { http: { host: 0.0.0.0 }, cluster: { port: 99999 }, nmae: x }\n");

        assertThat(run("serve", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("ax: the configuration has 3 faults:")
                .contains("ax.http.host = 0.0.0.0")
                .contains("ax.cluster.port = 99999")
                .contains("ax.nmae")
                .doesNotContain("\tat ");
    }

    @Test
    void aNodeThatNobodyGuardsDoesNotStartAndSaysBothWaysOut(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("ax.yaml"), "ax: { http: { host: 0.0.0.0 } }\n");

        assertThat(run("serve", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("ax: the configuration has 1 fault:")
                .contains("ax.api-keys", "ax.http.insecure");
    }

    @Test
    void devRefusesAFaultyConfigurationToo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("ax.yaml"), "ax: { http: { host: 0.0.0.0 } }\n");

        assertThat(run("serve", "--dev", "--config", file.toString())).isEqualTo(2);
    }

    private int run(String... arguments) {
        return Cli.run(new PrintWriter(out), new PrintWriter(err), arguments);
    }
}
