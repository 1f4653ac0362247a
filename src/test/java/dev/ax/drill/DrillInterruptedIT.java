package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.process.AxCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A drill that ends before its time takes what it started with it. */
class DrillInterruptedIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int NODES = 3;

    @TempDir
    private Path folder;

    private Process drill;
    private List<ProcessHandle> nodes = List.of();

    @BeforeEach
    void startDrill() throws IOException {
        List<String> options = List.of("-Djava.io.tmpdir=" + folder);
        drill = new ProcessBuilder(AxCommand.command(options, List.of("drill", "--brief", "rolling")))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        Await.until(PATIENCE, () -> nodes().size() == NODES, () -> nodes().size() + " nodes");
        nodes = nodes();
    }

    @AfterEach
    void endAll() {
        drill.destroyForcibly();
        nodes.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void whatIsToldToEndLeavesNothing() throws Exception {
        List<ProcessHandle> servers = running("redis");
        drill.destroy();

        assertThat(drill.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(nodes).noneMatch(ProcessHandle::isAlive);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("ax-drill"));
        }
    }

    /** Nobody is left to end them, so they end by themselves. Who reaps them is up to the system: they run no more. */
    @Test
    void nodesEndWithADrillThatIsKilled() {
        drill.destroyForcibly();

        Await.until(PATIENCE, () -> nodes.stream().noneMatch(DrillInterruptedIT::runs), () -> "nodes go on");
    }

    private List<ProcessHandle> nodes() {
        return running("java");
    }

    private List<ProcessHandle> running(String program) {
        return drill.descendants()
                .filter(process -> process.info()
                        .command()
                        .map(command -> Path.of(command).getFileName().toString())
                        .filter(name -> name.startsWith(program))
                        .isPresent())
                .toList();
    }

    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }
}
