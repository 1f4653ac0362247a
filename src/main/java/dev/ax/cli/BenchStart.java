package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import dev.ax.process.AxCommand;
import dev.ax.process.RedisProbe;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How long {@code serve} takes from its start as a process until it says over REST that it is ready. */
final class BenchStart {
    static final List<BenchScenario> ALL = List.of(new BenchScenario(
            "start",
            Length.QUICK,
            WarmUp.NONE,
            "serve as a fresh process, on a Redis that is up: until GET /health/ready says so",
            BenchStart::run));

    private static final byte[] QUESTION = "GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    private static final String READY = "HTTP/1.1 200 ";
    private static final int TIMEOUT_MS = 10_000;
    private static final long LOOK_MS = 5;
    private static final long PATIENCE_SECONDS = 60;

    private BenchStart() {}

    private static void run(BenchRound round) throws IOException {
        int port = freePort();
        Map<String, String> config = new HashMap<>(round.redis.config());
        config.put("http.port", Integer.toString(port));
        List<String> options = AxCommand.options(config, round.settings.javaOptions(""));
        ProcessBuilder builder = new ProcessBuilder(AxCommand.command(options, List.of("serve")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        long nanos = System.nanoTime();
        Process process = builder.start();
        try {
            while (!ready(port)) {
                if (!process.isAlive() || System.nanoTime() - nanos > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IOException("serve was not ready within " + PATIENCE_SECONDS + " s");
                }
                BenchEnds.pause(LOOK_MS);
            }
            round.figures.add("ready after, ms", (System.nanoTime() - nanos) / 1e6);
        } finally {
            end(process);
        }
    }

    private static boolean ready(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(RedisProbe.loopback(), port), TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write(QUESTION);
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(READY.length()), StandardCharsets.US_ASCII).equals(READY);
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException fault) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, RedisProbe.loopback())) {
            return socket.getLocalPort();
        }
    }
}
