package dev.ax.store;

import dev.ax.config.RedisConfig;
import dev.ax.metrics.AxMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Scripts and shorthand for the tests of {@link RedisLink}. */
final class LinkScripts {
    static final LuaScript ECHO = LuaScript.of("echo", "-- echo: answer key and argument\nreturn {KEYS[1], ARGV[1]}");
    static final LuaScript ADD =
            LuaScript.of("add", "-- add: count up\nreturn {redis.call('INCR', KEYS[1] .. 'n'), ARGV[1]}");
    static final LuaScript DROP = LuaScript.of("drop", "-- drop: remove\nreturn redis.call('DEL', KEYS[1] .. 'n')");
    static final LuaScript REFUSE =
            LuaScript.of("refuse", "-- refuse: always\nreturn redis.error_reply('AX_TEST partitions 32')");
    static final LuaScript WRONG = LuaScript.of("wrong", "-- wrong: a fault of ours\nreturn nothing.at_all");
    static final List<LuaScript> ALL = List.of(ECHO, ADD, DROP, REFUSE, WRONG);

    static final Duration NEVER = Duration.ZERO;
    static final Duration LONG = Duration.ofSeconds(20);

    /** Longer than a busy machine holds a test up, so that nothing is sent twice but where a test wants it. */
    static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

    private LinkScripts() {}

    /** A link that is connected. */
    static RedisLink open(Vertx vertx, RedisConfig config) {
        return open(vertx, config, new SimpleMeterRegistry());
    }

    static RedisLink open(Vertx vertx, RedisConfig config, MeterRegistry registry) {
        return open(vertx, config, RedisLinkOptions.DEFAULT_MAX_CALLS, registry);
    }

    static RedisLink open(Vertx vertx, RedisConfig config, int maxCalls) {
        return open(vertx, config, maxCalls, new SimpleMeterRegistry());
    }

    private static RedisLink open(Vertx vertx, RedisConfig config, int maxCalls, MeterRegistry registry) {
        RedisLinkOptions options =
                new RedisLinkOptions("test", ALL, maxCalls, RedisLinkOptions.DEFAULT_PATIENCE, System::nanoTime);
        RedisLink link = RedisLink.open(vertx, config, options, new AxMetrics(registry));
        await(link.ready());
        return link;
    }

    static RedisConfig standalone(String url) {
        return standalone(url, COMMAND_TIMEOUT);
    }

    static RedisConfig standalone(String url, Duration commandTimeout) {
        return new RedisConfig(RedisConfig.Mode.STANDALONE, List.of(url), "", commandTimeout);
    }

    static ScriptArgs args(String... args) {
        List<byte[]> list = Arrays.stream(args)
                .map(arg -> arg.getBytes(StandardCharsets.UTF_8))
                .toList();
        return resend -> list;
    }

    /** Tells the script whether it is sent again. */
    static final ScriptArgs RESEND = resend -> List.of((resend ? "again" : "first").getBytes(StandardCharsets.UTF_8));

    static <T> T await(Future<T> future) {
        return await(future.toCompletionStage().toCompletableFuture());
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(failed);
        } catch (InterruptedException | TimeoutException late) {
            throw new IllegalStateException(late);
        }
    }

    static List<String> strings(Response response) {
        return response.stream().map(Response::toString).toList();
    }
}
