package dev.ax.store;

import static dev.ax.store.LinkScripts.ADD;
import static dev.ax.store.LinkScripts.DROP;
import static dev.ax.store.LinkScripts.ECHO;
import static dev.ax.store.LinkScripts.LONG;
import static dev.ax.store.LinkScripts.NEVER;
import static dev.ax.store.LinkScripts.REFUSE;
import static dev.ax.store.LinkScripts.RESEND;
import static dev.ax.store.LinkScripts.WRONG;
import static dev.ax.store.LinkScripts.args;
import static dev.ax.store.LinkScripts.await;
import static dev.ax.store.LinkScripts.strings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ax.store.StoreException.Kind;
import dev.ax.testing.FaultProxy;
import dev.ax.testing.FaultProxy.Drop;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisLinkTest {
    private static final String KEY = "{link:0}:";

    private Vertx vertx;
    private RedisServer server;
    private FaultProxy proxy;
    private RedisLink link;

    @BeforeEach
    void open() {
        vertx = Vertx.vertx();
        server = RedisServers.start("appendonly yes", "appendfsync always");
        proxy = FaultProxy.before(server);
        link = LinkScripts.open(vertx, LinkScripts.standalone(proxy.url()));
    }

    @AfterEach
    void close() {
        await(link.close());
        proxy.close();
        server.close();
        await(vertx.close());
    }

    @Test
    void answersInTheOrderOfCallingOverOneConnection() {
        List<String> answers = new ArrayList<>();
        List<Future<Response>> calls = IntStream.range(0, 3_000)
                .mapToObj(i -> link.call(ECHO, KEY, args("" + i), NEVER)
                        .onSuccess(response -> answers.add(response.get(1).toString())))
                .toList();

        await(Future.all(calls));

        assertThat(answers)
                .isEqualTo(IntStream.range(0, 3_000).mapToObj(i -> "" + i).toList());
        assertThat(proxy.count(FaultProxy.CONNECTIONS)).isEqualTo(1);
    }

    @Test
    void deliversOnItsOwnContextWhoeverCalls() {
        Set<Context> contexts = ConcurrentHashMap.newKeySet();
        CompletableFuture<Void> elsewhere = new CompletableFuture<>();
        vertx.getOrCreateContext()
                .runOnContext(on -> link.call(ECHO, KEY, args("a"), NEVER)
                        .onSuccess(response -> contexts.add(Vertx.currentContext()))
                        .onComplete(done -> elsewhere.complete(null)));
        await(link.call(ECHO, KEY, args("b"), NEVER).onSuccess(response -> contexts.add(Vertx.currentContext())));
        await(elsewhere);

        assertThat(contexts).hasSize(1).doesNotContainNull();
    }

    @Test
    void carriesEveryByteBothWays() {
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }

        Response response = await(link.call(ECHO, KEY, resend -> List.of(every), NEVER));

        assertThat(response.get(1).toBytes()).isEqualTo(every);
    }

    @Test
    void hasItsScriptsLoadedBeforeItSaysReady() {
        await(link.call(ECHO, KEY, args("x"), NEVER));

        assertThat(proxy.count("EVALSHA")).isEqualTo(1);
        assertThat(proxy.count("EVAL")).isZero();
    }

    @Test
    void sendsTheSourceOnceWhenTheServerForgotTheScript() {
        server.command("SCRIPT", "FLUSH");

        assertThat(strings(await(link.call(ADD, KEY, RESEND, NEVER)))).containsExactly("1", "first");
        assertThat(strings(await(link.call(ADD, KEY, RESEND, NEVER)))).containsExactly("2", "first");

        assertThat(proxy.count("EVAL")).isEqualTo(1);
    }

    @Test
    void runsPlainCommandsInOneGo() {
        List<Response> answers = await(link.sendAll(
                KEY,
                List.of(
                        Request.cmd(Command.SET).arg(KEY + "a").arg("1"),
                        Request.cmd(Command.GET).arg(KEY + "a"),
                        Request.cmd(Command.GET).arg(KEY + "none"))));

        assertThat(answers.get(1).toString()).isEqualTo("1");
        assertThat(answers.get(2)).isNull();
        assertThat(await(link.send(Request.cmd(Command.PING))).toString()).isEqualTo("PONG");
    }

    @Test
    void repeatsACallWhoseReplyWasLostAndTellsTheScript() {
        CompletableFuture<Void> dropped = proxy.dropReply("add", 1, Drop.CLOSE);

        List<String> answer = strings(await(link.call(ADD, KEY, RESEND, LONG)));

        assertThat(answer).containsExactly("2", "again"); // it ran twice, and knew
        await(dropped);
    }

    @Test
    void failsACallWithoutBudgetWhoseReplyWasLost() {
        CompletableFuture<Void> dropped = proxy.dropReply("add", 1, Drop.CLOSE);

        assertThat(kindOf(link.call(ADD, KEY, RESEND, NEVER))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(server.command("GET", KEY + "n")).isEqualTo("1");
        await(dropped);
    }

    @Test
    void givesNoAnswerToTheWrongCallAfterOneThatNeverCame() {
        reopenWithAShortTimeout();
        int connections = proxy.count(FaultProxy.CONNECTIONS);
        CompletableFuture<Void> dropped = proxy.dropReply("add", 1, Drop.STALL);
        Future<Response> lost = link.call(ADD, KEY, RESEND, LONG);
        List<Future<Response>> behind = IntStream.range(0, 100)
                .mapToObj(i -> link.call(ECHO, KEY, args("" + i), LONG))
                .toList();

        assertThat(strings(await(lost))).contains("again");
        for (int i = 0; i < behind.size(); i++) {
            assertThat(strings(await(behind.get(i)))).containsExactly(KEY, "" + i);
        }
        assertThat(proxy.count(FaultProxy.CONNECTIONS)).isGreaterThan(connections);
        await(dropped);
    }

    @Test
    void comesBackWithItsScriptsWhenTheServerWasKilled() {
        Future<Response> under = link.call(ADD, KEY, RESEND, LONG);
        await(under);
        server.kill9();
        assertThat(kindOf(link.call(ECHO, KEY, args("x"), NEVER))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(link.connected()).isFalse();
        assertThat(link.disconnectedFor()).isPositive();

        server.restart();
        int evals = proxy.count("EVAL");
        assertThat(strings(await(retried(ADD)))).containsExactly("2", "first");

        assertThat(link.connected()).isTrue();
        assertThat(link.disconnectedFor()).isZero();
        assertThat(proxy.count("EVAL")).isEqualTo(evals);
    }

    @Test
    void tellsAnOutageAfterAShortPatienceWhenNothingWasSent() {
        proxy.refuse(true);
        proxy.cut();
        assertThat(kindOf(link.call(ECHO, KEY, args("x"), NEVER))).isEqualTo(Kind.UNAVAILABLE);

        long begin = System.nanoTime();
        assertThat(kindOf(link.call(ECHO, KEY, args("x"), LONG))).isEqualTo(Kind.UNAVAILABLE);

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void triesToConnectAtGrowingDistancesWhileDown() {
        proxy.refuse(true);
        proxy.cut();
        long begin = System.nanoTime();

        await(proxy.counted(FaultProxy.CONNECTIONS, 1 + 7));

        // at least half of 50, 100, 200, 400, 800 and 1,000 ms lie between the seven, and a half of 50 before
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1_250));
    }

    @Test
    void connectsAnewWhenAHandshakeHangs() {
        reopenWithAShortTimeout();
        int connections = proxy.count(FaultProxy.CONNECTIONS);
        server.stopProcess();
        proxy.cut();
        await(proxy.counted(FaultProxy.CONNECTIONS, connections + 2)); // the first hung and was given up
        server.continueProcess();

        assertThat(strings(await(retried(ADD)))).containsExactly("1", "first");
    }

    @Test
    void saysFullAtOnceWhenMemoryIsAtTheLimitAndStillRunsWhatRemoves() {
        server.config("maxmemory", "1");

        assertThat(kindOf(link.call(ADD, KEY, RESEND, LONG))).isEqualTo(Kind.FULL);
        assertThat(proxy.count("add")).isEqualTo(1);
        assertThat(await(link.call(DROP, KEY, args(), NEVER)).toInteger()).isZero();
    }

    @Test
    void repeatsWhileReplicasAreMissing() {
        server.config("min-replicas-to-write", "1");
        Future<Response> call = link.call(ADD, KEY, RESEND, LONG);
        await(proxy.counted("add", 3));
        server.config("min-replicas-to-write", "0");

        assertThat(strings(await(call))).containsExactly("1", "first"); // it was refused, not lost
    }

    @Test
    void failsAsUnavailableWhenReplicasAreMissingToTheEndOfTheBudget() {
        server.config("min-replicas-to-write", "1");

        assertThat(kindOf(link.call(ADD, KEY, RESEND, Duration.ofMillis(200)))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(kindOf(link.call(ADD, KEY, RESEND, NEVER))).isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    void connectsAnewWhileTheServerIsReadOnly() {
        server.command("REPLICAOF", "127.0.0.1", "" + RedisServers.freePort());
        Future<Response> call = link.call(ADD, KEY, RESEND, LONG);
        await(proxy.counted(FaultProxy.CONNECTIONS, 3));
        server.command("REPLICAOF", "NO", "ONE");

        assertThat(strings(await(call))).containsExactly("1", "first");
    }

    @Test
    void handsOnTheCodeOfAScriptThatRefuses() {
        ScriptRefusedException refused =
                catchThrowableOfType(ScriptRefusedException.class, () -> await(link.call(REFUSE, KEY, args(), LONG)));

        assertThat(refused.code()).isEqualTo("AX_TEST");
        assertThat(refused.detail()).isEqualTo("partitions 32");
        assertThat(proxy.count("refuse")).isEqualTo(1);
    }

    @Test
    void namesTheScriptThatIsBroken() {
        assertThatThrownBy(() -> await(link.call(WRONG, KEY, args(), LONG)))
                .isInstanceOfSatisfying(
                        StoreException.class, fault -> assertThat(fault.kind()).isEqualTo(Kind.BROKEN))
                .hasMessageContaining("wrong");
    }

    @Test
    void refusesAsBusyWhatIsAboveItsBoundAndKeepsTheRest() {
        RedisLink narrow = LinkScripts.open(vertx, LinkScripts.standalone(proxy.url()), 10);
        server.stopProcess();
        List<Future<Response>> calls = IntStream.range(0, 10)
                .mapToObj(i -> narrow.call(ADD, KEY, RESEND, LONG))
                .toList();

        assertThat(kindOf(narrow.call(ADD, KEY, RESEND, LONG))).isEqualTo(Kind.BUSY);

        server.continueProcess();
        await(Future.all(calls));
        await(narrow.call(ADD, KEY, RESEND, LONG));
        await(narrow.close());
    }

    @Test
    void failsWhatIsUnderWayWhenClosed() {
        server.stopProcess();
        Future<Response> call = link.call(ADD, KEY, RESEND, LONG);
        await(proxy.counted("add", 1));

        await(link.close());

        assertThat(kindOf(call)).isEqualTo(Kind.UNAVAILABLE);
        assertThat(kindOf(link.send(Request.cmd(Command.PING)))).isEqualTo(Kind.UNAVAILABLE);
        server.continueProcess();
    }

    @Test
    void leavesNoConnectionBehindHoweverOftenItHasToReconnect() {
        for (int i = 1; i <= 5; i++) {
            proxy.cut();
            await(proxy.counted(FaultProxy.CONNECTIONS, 1 + i));
            await(retried(ADD));
        }

        assertThat(server.command("CLIENT", "LIST").toString().lines().filter(line -> line.contains("name=ax-test")))
                .hasSize(1);
    }

    @Test
    void measuresEachSendingByTheNameOfItsScript() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        RedisLink measured = LinkScripts.open(vertx, LinkScripts.standalone(proxy.url()), registry);
        await(measured.call(ADD, KEY, RESEND, NEVER));
        await(measured.call(REFUSE, KEY, args(), NEVER).otherwiseEmpty());
        assertThat(kindOf(measured.call(WRONG, KEY, args(), NEVER))).isEqualTo(Kind.BROKEN);

        assertThat(registry.get("ax.script.calls").tag("script", "add").timer().count())
                .isEqualTo(1);
        assertThat(registry.get("ax.script.errors").counters())
                .singleElement()
                .satisfies(errors -> assertThat(errors.getId().getTag("script")).isEqualTo("wrong"));
        await(measured.close());
    }

    @Test
    void logsInAndSelectsTheDatabaseOfTheUrl() {
        server.config("requirepass", "s3cret/pass");
        RedisLink other = LinkScripts.open(
                vertx, LinkScripts.standalone(proxy.url().replace("//", "//default:s3cret%2Fpass@") + "/3"));

        await(other.call(ADD, KEY, RESEND, NEVER));

        assertThat(await(other.send(KEY, Request.cmd(Command.EXISTS).arg(KEY + "n")))
                        .toInteger())
                .isEqualTo(1);
        assertThat(await(link.send(KEY, Request.cmd(Command.EXISTS).arg(KEY + "n")))
                        .toInteger())
                .isZero();
        await(other.close());
    }

    @Test
    void takesCallsFromManyThreadsAndLosesNone() {
        ConcurrentLinkedQueue<Future<Response>> calls = new ConcurrentLinkedQueue<>();
        IntStream.range(0, 2_000).parallel().forEach(i -> calls.add(link.call(ADD, KEY, RESEND, NEVER)));

        await(Future.all(List.copyOf(calls)));

        assertThat(server.command("GET", KEY + "n")).isEqualTo("2000");
    }

    private void reopenWithAShortTimeout() {
        await(link.close());
        link = LinkScripts.open(vertx, LinkScripts.standalone(proxy.url(), Duration.ofMillis(500)));
    }

    /** A call made again until the link is connected. */
    private Future<Response> retried(LuaScript script) {
        return link.call(script, KEY, RESEND, LONG)
                .recover(fault -> fault instanceof StoreException away && away.kind() == Kind.UNAVAILABLE
                        ? retried(script)
                        : Future.failedFuture(fault));
    }

    private static Kind kindOf(Future<Response> failing) {
        return catchThrowableOfType(StoreException.class, () -> await(failing)).kind();
    }
}
