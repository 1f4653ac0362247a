package dev.ax.store;

import static dev.ax.store.LinkScripts.ADD;
import static dev.ax.store.LinkScripts.COMMAND_TIMEOUT;
import static dev.ax.store.LinkScripts.LONG;
import static dev.ax.store.LinkScripts.NEVER;
import static dev.ax.store.LinkScripts.RESEND;
import static dev.ax.store.LinkScripts.await;
import static dev.ax.store.LinkScripts.strings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.RedisConfig;
import dev.ax.store.StoreException.Kind;
import dev.ax.testing.RedisSentinelServers;
import dev.ax.testing.RedisServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisLinkSentinelTest {
    private static final String KEY = "{link:0}:";

    @Test
    void followsTheMasterThatTheSentinelsName() {
        Vertx vertx = Vertx.vertx();
        try (RedisSentinelServers servers = RedisServers.sentinel()) {
            RedisLink link = LinkScripts.open(
                    vertx,
                    new RedisConfig(
                            RedisConfig.Mode.SENTINEL,
                            List.of(servers.sentinel().url()),
                            RedisSentinelServers.MASTER_NAME,
                            COMMAND_TIMEOUT));
            assertThat(strings(await(link.call(ADD, KEY, RESEND, NEVER)))).containsExactly("1", "first");
            assertThat(servers.master().command("WAIT", "1", "10000")).isEqualTo(1L); // else the replica may lack it

            servers.master().kill9();
            assertThat(strings(await(retried(link)))).contains("2");

            assertThat(servers.replica().command("GET", KEY + "n")).isEqualTo("2");
            await(link.close());
        } finally {
            await(vertx.close());
        }
    }

    private static Future<Response> retried(RedisLink link) {
        return link.call(ADD, KEY, RESEND, LONG)
                .recover(fault -> fault instanceof StoreException away && away.kind() == Kind.UNAVAILABLE
                        ? retried(link)
                        : Future.failedFuture(fault));
    }
}
