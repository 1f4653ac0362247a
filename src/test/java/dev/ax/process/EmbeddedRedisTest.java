package dev.ax.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisTest {
    @TempDir
    Path folder;

    @Test
    void answersOnceStartedAndIsGoneOnceClosed() throws Exception {
        EmbeddedRedis redis = EmbeddedRedis.start();
        assertThat(ask(redis, "PING")).isEqualTo("+PONG");
        assertThat(redis.url()).isEqualTo("redis://127.0.0.1:" + redis.port());
        ProcessHandle server = ProcessHandle.of(redis.pid()).orElseThrow();

        redis.close();

        server.onExit().get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> new RedisProbe(redis.port())).isInstanceOf(IOException.class);
    }

    @Test
    void evictsNothing() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RedisProbe probe = new RedisProbe(redis.port())) {
            assertThat(probe.info("memory", "maxmemory_policy")).isEqualTo("noeviction");
            assertThat(probe.info("server", "process_id")).isEqualTo(Long.toString(redis.pid()));
        }
    }

    @Test
    void dataSurvivesARestartAndAKill() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(folder)) {
            assertThat(ask(redis, "SET a 1")).isEqualTo("+OK");
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(folder)) {
            assertThat(ask(redis, "GET a")).isEqualTo("1");
            assertThat(ask(redis, "CONFIG SET appendfsync always")).isEqualTo("+OK");
            assertThat(ask(redis, "SET b 2")).isEqualTo("+OK");
            redis.kill();
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(folder)) {
            assertThat(ask(redis, "GET a")).isEqualTo("1");
            assertThat(ask(redis, "GET b")).isEqualTo("2");
        }
    }

    @Test
    void aFolderServesOneAtATime() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(folder)) {
            assertThatThrownBy(() -> EmbeddedRedis.start(folder)).hasMessageContaining("in use by another ax");
            assertThat(ProcessHandle.of(redis.pid())).isPresent();
        }
    }

    @Test
    void aServerThatAFormerNodeLeftBehindIsEndedFirst() throws Exception {
        Path executable = new RedisExecutable(System.getenv()).find();
        Process orphan = new ProcessBuilder(executable.toString(), "--port", "0", "--dir", folder.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        long began = orphan.info().startInstant().orElseThrow().toEpochMilli();
        Files.writeString(folder.resolve("redis.pid"), orphan.pid() + " " + began);

        try (EmbeddedRedis redis = EmbeddedRedis.start(folder)) {
            assertThat(orphan.isAlive()).isFalse();
            assertThat(ask(redis, "PING")).isEqualTo("+PONG");
        } finally {
            orphan.destroyForcibly();
        }
    }

    @Test
    void anotherProcessThatGotTheOldNumberIsLeftAlone() throws Exception {
        Process other = new ProcessBuilder("sh", "-c", "read -r line").start();
        try {
            Files.writeString(folder.resolve("redis.pid"), other.pid() + " 1000000000000");
            EmbeddedRedis.start(folder).close();

            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void theServerEndsWithAProcessThatIsKilled() throws Exception {
        Process node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String line = node.inputReader().readLine();
            ProcessHandle server = ProcessHandle.of(Long.parseLong(line)).orElseThrow();

            node.destroyForcibly();

            server.onExit().get(20, TimeUnit.SECONDS);
            assertThat(server.isAlive()).isFalse();
        } finally {
            node.destroyForcibly();
        }
    }

    @Test
    void theServerOfTheJarServesWhereNoneIsInstalled() throws Exception {
        Path executable = new RedisExecutable(Map.of("PATH", "")).find();

        assertThat(executable).isExecutable();
        assertThat(new RedisExecutable(Map.of()).find()).as("unpacked once").isEqualTo(executable);
        Process help = new ProcessBuilder(executable.toString(), "--version").start();
        assertThat(help.inputReader().readLine()).contains("v=6.2");
    }

    @Test
    void aNamedServerThatCannotBeRunIsAFaultOfTheConfiguration() {
        RedisExecutable executables = new RedisExecutable(Map.of("AX_DEV_REDIS_SERVER", "/nowhere/redis-server"));

        assertThatThrownBy(executables::find)
                .isInstanceOf(dev.ax.config.ConfigException.class)
                .hasMessageContaining("AX_DEV_REDIS_SERVER = /nowhere/redis-server");
    }

    private static String ask(EmbeddedRedis redis, String command) throws IOException {
        try (RedisProbe probe = new RedisProbe(redis.port())) {
            return probe.ask(command);
        }
    }

    /** A process that holds a Redis until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws InterruptedException {
            EmbeddedRedis redis = EmbeddedRedis.start();
            System.out.println(redis.pid());
            System.out.flush();
            Thread.currentThread().join();
        }
    }
}
