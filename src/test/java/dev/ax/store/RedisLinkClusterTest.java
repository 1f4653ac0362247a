package dev.ax.store;

import static dev.ax.store.LinkScripts.ADD;
import static dev.ax.store.LinkScripts.ALL;
import static dev.ax.store.LinkScripts.COMMAND_TIMEOUT;
import static dev.ax.store.LinkScripts.LONG;
import static dev.ax.store.LinkScripts.NEVER;
import static dev.ax.store.LinkScripts.RESEND;
import static dev.ax.store.LinkScripts.await;
import static dev.ax.store.LinkScripts.strings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ax.config.RedisConfig;
import dev.ax.store.StoreException.Kind;
import dev.ax.testing.RedisClusterServers;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisLinkClusterTest {
    private static final List<String> GROUPS =
            IntStream.range(0, 8).mapToObj(group -> "{ax:" + group + "}:").toList();

    private Vertx vertx;
    private RedisClusterServers cluster;
    private RedisLink link;

    @BeforeEach
    void open() {
        vertx = Vertx.vertx();
        cluster = RedisServers.cluster(3);
        // from here on a master that is down stops only its own slots
        cluster.servers().forEach(server -> server.config("cluster-require-full-coverage", "no"));
        // one URL is enough to find the others
        List<String> seeds = List.of(cluster.urls().get(0));
        link = LinkScripts.open(vertx, new RedisConfig(RedisConfig.Mode.CLUSTER, seeds, "", COMMAND_TIMEOUT));
    }

    @AfterEach
    void close() {
        await(link.close());
        cluster.close();
        await(vertx.close());
    }

    @Test
    void loadsItsScriptsIntoEveryMaster() {
        for (RedisServer server : cluster.servers()) {
            for (LuaScript script : ALL) {
                assertThat(server.command("SCRIPT", "EXISTS", script.sha1())).isEqualTo(List.of(1L));
            }
        }
    }

    @Test
    void runsEachGroupInTheServerThatOwnsIt() {
        for (String group : GROUPS) {
            assertThat(strings(await(link.call(ADD, group, RESEND, NEVER)))).containsExactly("1", "first");
            assertThat(await(link.send(group, Request.cmd(Command.GET).arg(group + "n")))
                            .toString())
                    .isEqualTo("1");
            assertThat(owner(group).command("GET", group + "n")).isEqualTo("1");
        }
        assertThat(GROUPS.stream().map(this::owner).distinct()).hasSize(3);
    }

    @Test
    void asksAnyServerWhatNamesNoKey() {
        assertThat(await(link.send(Request.cmd(Command.PING))).toString()).isEqualTo("PONG");
    }

    @Test
    void followsASlotThatMoved() {
        String group = GROUPS.get(0);
        RedisServer from = owner(group);
        RedisServer to = other(from);
        String slot = "" + HashSlot.of(group);
        for (RedisServer server : cluster.servers()) {
            server.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
        }

        assertThat(strings(await(link.call(ADD, group, RESEND, LONG)))).containsExactly("1", "first");
        assertThat(to.command("GET", group + "n")).isEqualTo("1");
    }

    @Test
    void runsNothingOnAGroupWhoseSlotIsMoving() {
        String group = GROUPS.get(0);
        await(link.call(ADD, group, RESEND, NEVER));
        RedisServer from = owner(group);
        RedisServer to = other(from);
        String slot = "" + HashSlot.of(group);
        to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
        from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));

        assertThat(kindOf(link.call(ADD, group, RESEND, NEVER))).isEqualTo(Kind.UNAVAILABLE);
        Future<Response> call = link.call(ADD, group, RESEND, LONG);
        from.command("MIGRATE", "127.0.0.1", "" + to.port(), group + "n", "0", "5000");
        to.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
        from.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));

        assertThat(strings(await(call))).containsExactly("2", "first");
    }

    @Test
    void servesTheOtherGroupsWhileOneMasterIsDown() {
        String down = GROUPS.get(0);
        RedisServer killed = owner(down);
        String up = GROUPS.stream()
                .filter(group -> owner(group) != killed)
                .findFirst()
                .orElseThrow();
        killed.kill9();

        assertThat(kindOf(link.call(ADD, down, RESEND, NEVER))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(link.connected()).isFalse();
        assertThat(strings(await(link.call(ADD, up, RESEND, NEVER)))).containsExactly("1", "first");

        killed.restart();
        assertThat(strings(await(retried(down)))).contains("first");
    }

    private Future<Response> retried(String group) {
        return link.call(ADD, group, RESEND, LONG)
                .recover(fault -> fault instanceof StoreException away && away.kind() == Kind.UNAVAILABLE
                        ? retried(group)
                        : Future.failedFuture(fault));
    }

    /** As laid out at the start. */
    private RedisServer owner(String group) {
        return cluster.servers().get(HashSlot.of(group) * 3 / HashSlot.COUNT);
    }

    private RedisServer other(RedisServer server) {
        return cluster.servers().stream()
                .filter(each -> each != server)
                .findFirst()
                .orElseThrow();
    }

    private static String id(RedisServer server) {
        return (String) server.command("CLUSTER", "MYID");
    }

    private static Kind kindOf(Future<Response> failing) {
        return catchThrowableOfType(StoreException.class, () -> await(failing)).kind();
    }
}
