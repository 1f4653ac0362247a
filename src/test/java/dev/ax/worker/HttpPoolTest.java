package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import dev.ax.config.TargetsConfig;
import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import dev.ax.task.Target;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SelfSignedCertificate;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against real servers on loopback. */
class HttpPoolTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String[] LOOPBACK = {"http://127.0.0.1", "https://127.0.0.1"};
    private static final String KEY =
            Base64.getEncoder().encodeToString("a key of no meaning".getBytes(StandardCharsets.UTF_8));
    private static final String OLD_KEY =
            Base64.getEncoder().encodeToString("an older one".getBytes(StandardCharsets.UTF_8));

    private final ConcurrentLinkedQueue<HttpPool> pools = new ConcurrentLinkedQueue<>();
    private Vertx vertx;

    /** What a server was sent. */
    private record Received(String method, String uri, MultiMap headers, Buffer body) {}

    @BeforeEach
    void open() {
        vertx = Vertx.vertx();
    }

    @AfterEach
    void close() throws Exception {
        pools.forEach(HttpPool::close);
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void requestHoldsTheTaskWithThePayloadByteForByte() throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        int port = recording(received);
        String payload = "{ \"备注\" : \"测试 – ñ – 👨‍👩‍👧\", \"n\":1.000, \"n\":1e400,\"s\":\"\\ud800\" }";
        Target target = new Target.Http(url(port) + "/hook?a=b#c", "PUT", Map.of("X-Own", "1"));
        FakeSink sink = run(pool(), Runs.task("order:1.5", "close", payload, Runs.LONG, target, 3, 2, 0));

        assertThat(sink.awaitSuccess().result()).isNull();
        assertThat(sink.startedAtMs()).isEqualTo(Runs.NOW_MS);
        Received request = received.get(30, TimeUnit.SECONDS);
        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.uri()).isEqualTo("/hook?a=b");
        assertThat(request.body())
                .hasToString("{\"taskId\":\"order:1.5\",\"type\":\"close\",\"payload\":" + payload
                        + ",\"attempt\":3,\"retry\":2,\"maxRetries\":3,\"token\":1796000000123456,"
                        + "\"scheduledFor\":\"2026-11-30T00:53:20.123Z\",\"shard\":null}");
        assertThat(request.headers().get("Host")).isEqualTo("127.0.0.1:" + port);
        assertThat(request.headers().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.headers().get("X-Own")).isEqualTo("1");
        assertThat(request.headers().get("Ax-Attempt")).isEqualTo("3");
        assertThat(request.headers().get("Ax-Token")).isEqualTo("1796000000123456");
        assertThat(request.headers().get("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(request.headers().contains("webhook-signature")).isFalse();
    }

    @Test
    void absentPayloadIsNull() throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        Target target = new Target.Http(url(recording(received)), "POST", Map.of());
        run(pool(), Runs.task("t", "close", null, Runs.LONG, target, 1, 0, 0)).awaitSuccess();

        assertThat(received.join().body().toJsonObject().containsKey("payload")).isTrue();
        assertThat(received.join().body().toJsonObject().getValue("payload")).isNull();
        assertThat(received.join().uri()).isEqualTo("/");
    }

    /** The algorithm of standardwebhooks.com, written anew: HMAC-SHA256 over id, timestamp and body. */
    @ParameterizedTest
    @CsvSource({"0, order:close:1%2E5", "2, order:close:1%2E5.r2"})
    void signatureIsVerifiedByTheStandardsOwnAlgorithm(int replays, String id) throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        int port = recording(received);
        AxConfig config = Runs.config(8, List.of(LOOPBACK), Map.of(), List.of("whsec_" + KEY, "whsec_" + OLD_KEY));
        Target target = new Target.Http(url(port), "POST", Map.of());
        String payload = "\"失败：超时 😀\"";
        run(pool(config), Runs.task("order:close:1.5", "t", payload, Runs.LONG, target, 1, 0, replays))
                .awaitSuccess();

        Received request = received.join();
        assertThat(request.headers().get("webhook-id")).isEqualTo(id);
        String timestamp = request.headers().get("webhook-timestamp");
        assertThat(timestamp).isEqualTo("1796000000");
        List<String> expected = new ArrayList<>();
        for (String key : List.of(KEY, OLD_KEY)) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            String signed = id + "." + timestamp + "." + request.body().toString(StandardCharsets.UTF_8);
            expected.add(
                    "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))));
        }
        assertThat(request.headers().get("webhook-signature").split(" ")).containsExactlyElementsOf(expected);
    }

    /** The example of the Standard Webhooks specification's own libraries. */
    @Test
    void signatureEqualsThePublishedExample() {
        WebhookSigner signer = new WebhookSigner(List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

        assertThat(signer.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, Buffer.buffer("{\"test\": 2432232314}")))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void secretsTakeTheirPlacesInHeaders() throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        AxConfig config = Runs.config(8, List.of(LOOPBACK), Map.of("crm", "s3cret$1", "x", "y"), List.of());
        Target target = new Target.Http(
                url(recording(received)),
                "POST",
                Map.of(
                        "Authorization",
                        "Bearer ${secret:crm}",
                        "X-Two",
                        "${secret:x}-${secret:crm}",
                        "X-No",
                        "$secret:x"));
        run(pool(config), Runs.task("t", "t", null, Runs.LONG, target, 1, 0, 0)).awaitSuccess();

        assertThat(received.join().headers().get("Authorization")).isEqualTo("Bearer s3cret$1");
        assertThat(received.join().headers().get("X-Two")).isEqualTo("y-s3cret$1");
        assertThat(received.join().headers().get("X-No")).isEqualTo("$secret:x");
    }

    @Test
    void secretThatIsNotConfiguredIsAPermanentFailureThatNamesIt() throws Exception {
        assertThat(refusedHeader("Authorization", "Bearer ${secret:crm}"))
                .contains("crm")
                .contains("Authorization");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Host", "Content-Length", "Webhook-Id", "AX-Token", "Transfer-Encoding", "Expect", "a b", ""})
    void headersThatAreNotTheTargetsAreRefused(String name) throws Exception {
        assertThat(refusedHeader(name, "x")).isNotBlank();
    }

    @Test
    void headerValueCannotForgeAnother() throws Exception {
        assertThat(refusedHeader("X-Own", "a\r\nHost: evil")).contains("X-Own").doesNotContain("evil");
    }

    @Test
    void secretThatTheExecutorRepeatsIsNotInTheError() throws Exception {
        int port = answering(request -> request.response().setStatusCode(500).end("got " + request.getHeader("X-Key")));
        AxConfig config = Runs.config(8, List.of(LOOPBACK), Map.of("k", "s3cret"), List.of());
        Target target = new Target.Http(url(port), "POST", Map.of("X-Key", "${secret:k}"));

        FakeSink sink = run(pool(config), Runs.task("t", "t", null, Runs.LONG, target, 1, 0, 0));
        assertThat(sink.awaitFailure().error()).isEqualTo("HTTP 500 Internal Server Error: got ***");
    }

    /** F71: which status codes are success, stop or retry. */
    @ParameterizedTest
    @CsvSource({
        "400, true", "401, true", "403, true", "404, true", "410, true", "422, true", "451, true", "499, true",
        "408, false", "409, false", "425, false", "429, false", "500, false", "502, false", "503, false", "599, false",
        "300, false", "302, false", "304, false"
    })
    void whichFailuresArePermanent(int status, boolean permanent) throws Exception {
        AtomicInteger requests = new AtomicInteger();
        int port = answering(request -> {
            requests.incrementAndGet();
            request.response()
                    .setStatusCode(status)
                    .putHeader("Location", "/good")
                    .end();
        });
        Outcome.Failed failed = run(pool(), Runs.http(url(port), Runs.LONG)).awaitFailure();

        assertThat(failed.permanent()).isEqualTo(permanent);
        assertThat(failed.error()).startsWith("HTTP " + status);
        assertThat(failed.retryAfter()).isNull();
        assertThat(requests).as("redirects are not followed").hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204})
    void everyTwoHundredIsSuccess(int status) throws Exception {
        int port = answering(request -> request.response().setStatusCode(status).end());

        assertThat(run(pool(), Runs.http(url(port), Runs.LONG)).awaitSuccess())
                .isEqualTo(Outcome.Succeeded.WITHOUT_RESULT);
    }

    @Test
    void jsonAnswerBecomesTheResultByteForByte() throws Exception {
        int port = answering(request -> request.response().end(" {\"订单\": 1e400} "));

        assertThat(run(pool(), Runs.http(url(port), Runs.LONG)).awaitSuccess().result())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(" {\"订单\": 1e400} ");
    }

    @Test
    void answerThatIsNotJsonIsLeftOut() throws Exception {
        int port = answering(request -> request.response().end("<html>ok</html>"));

        assertThat(run(pool(), Runs.http(url(port), Runs.LONG)).awaitSuccess()).isEqualTo(Results.omitted());
    }

    /** F71, F125: a body beyond the cap is not read on. */
    @Test
    void endlessBodyIsCutAtTheCapAndItsConnectionClosed() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        int port = answering(request -> {
            request.connection().closeHandler(closed::complete);
            request.response().setChunked(true);
            pour(request);
        });

        assertThat(run(pool(), Runs.http(url(port), Runs.LONG)).awaitSuccess()).isEqualTo(Results.omitted());
        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    void bodyOpenAtTheTimeoutIsTimedOutAndItsConnectionClosed() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        int port = answering(request -> {
            request.connection().closeHandler(closed::complete);
            request.response().setChunked(true).write("{\"half\":");
        });

        assertThat(run(pool(), Runs.http(url(port), SHORT)).await()).isEqualTo(new Outcome.TimedOut(SHORT));
        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    void silenceIsTimedOutAndItsConnectionClosed() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        int port = answering(request -> request.connection().closeHandler(closed::complete));
        HttpPool pool = pool();
        SlotWatch slots = new SlotWatch(pool);

        assertThat(run(pool, Runs.http(url(port), SHORT)).await()).isEqualTo(new Outcome.TimedOut(SHORT));
        closed.get(30, TimeUnit.SECONDS);
        slots.awaitAllFree();
    }

    @Test
    void headThatComesByteByByteIsTimedOut() throws Exception {
        int port = listening(socket -> vertx.setPeriodic(20, tick -> socket.write("H")));

        assertThat(run(pool(), Runs.http(url(port), SHORT)).await()).isInstanceOf(Outcome.TimedOut.class);
    }

    @Test
    void headThatNeverEndsIsAFailure() throws Exception {
        int port = listening(socket -> {
            socket.write("HTTP/1.1 200 OK\r\n");
            socket.write("X-Long: " + "x".repeat(100_000));
        });

        assertThat(run(pool(), Runs.http(url(port), Runs.LONG)).awaitFailure().permanent())
                .isFalse();
    }

    @Test
    void connectionThatIsCutIsRetried() throws Exception {
        int atOnce = listening(NetSocket::close);
        int inTheBody = listening(socket -> socket.handler(request ->
                socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{").onComplete(w -> socket.close())));

        for (int port : new int[] {atOnce, inTheBody}) {
            Outcome.Failed failed = run(pool(), Runs.http(url(port), Runs.LONG)).awaitFailure();
            assertThat(failed.permanent()).isFalse();
            assertThat(failed.error()).startsWith("no whole answer from 127.0.0.1:" + port);
        }
    }

    @Test
    void refusedConnectionIsRetried() throws Exception {
        HttpServer gone = vertx.createHttpServer().requestHandler(r -> {});
        int port = await(gone.listen(0, "127.0.0.1")).actualPort();
        await(gone.close());

        Outcome.Failed failed = run(pool(), Runs.http(url(port), Runs.LONG)).awaitFailure();
        assertThat(failed.permanent()).isFalse();
        assertThat(failed.error()).startsWith("no connection to 127.0.0.1:" + port);
    }

    /** F70: the receiver says when to come back. */
    @ParameterizedTest
    @CsvSource({
        "429, 60, 60", "503, 60, 60", "429, 'Mon, 30 Nov 2026 00:54:50 GMT', 89", "429, 999999999, 86400",
        "429, -5, ", "429, soon, ", "500, 60, ", "409, 60, "
    })
    void retryAfterCountsOnThrottlingAnswers(int status, String header, Long seconds) throws Exception {
        int port = answering(request -> request.response()
                .setStatusCode(status)
                .putHeader("Retry-After", header)
                .end());
        Outcome.Failed failed = run(pool(), Runs.http(url(port), Runs.LONG)).awaitFailure();

        assertThat(failed.permanent()).isFalse();
        assertThat(failed.retryAfter() == null ? null : failed.retryAfter().toSeconds())
                .isEqualTo(seconds);
    }

    /** F97, F102: what an executor answers is text, whatever it holds. */
    @Test
    void errorHoldsTheStatusAndTheFirstCharactersOfTheBody() throws Exception {
        Buffer body = Buffer.buffer("失败\u0000\u0007\uFFFF<script>")
                .appendByte((byte) 0xFF)
                .appendString("😀".repeat(600));
        int port = answering(request -> request.response().setStatusCode(500).end(body));

        assertThat(run(pool(), Runs.http(url(port), Runs.LONG)).awaitFailure().error())
                .isEqualTo("HTTP 500 Internal Server Error: 失败\u0000\u0007\uFFFF<script>\uFFFD" + "😀".repeat(486));
    }

    @ParameterizedTest
    @CsvSource({"true, 30s, 30000", "TRUE, PT1M, 60000", "true, soon, ", "true, , "})
    void executorThatTakesTheWorkIsDetached(String async, String heartbeat, Long millis) throws Exception {
        int port = answering(request -> {
            if (heartbeat != null) {
                request.response().putHeader("Ax-Heartbeat", heartbeat);
            }
            request.response().setStatusCode(202).putHeader("Ax-Async", async).end("{}");
        });
        HttpPool pool = pool();
        SlotWatch slots = new SlotWatch(pool);
        FakeSink sink = run(pool, Runs.http(url(port), Runs.LONG));

        assertThat(sink.await()).isEqualTo(new FakeSink.Detached(millis == null ? null : Duration.ofMillis(millis)));
        slots.awaitAllFree();
        assertThat(sink.calls).hasValue(1);
    }

    @Test
    void onlyATwoHundredAndTwoThatSaysSoIsDetached() throws Exception {
        int plain = answering(request -> request.response().setStatusCode(202).end("1"));
        int other = answering(
                request -> request.response().putHeader("Ax-Async", "true").end("1"));

        assertThat(run(pool(), Runs.http(url(plain), Runs.LONG)).awaitSuccess().result())
                .hasSize(1);
        assertThat(run(pool(), Runs.http(url(other), Runs.LONG)).awaitSuccess().result())
                .hasSize(1);
    }

    /** F57: a lease that is gone ends the call, and what the executor still says is not heard. */
    @Test
    void leaseThatIsGoneClosesTheConnection() throws Exception {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        int port = answering(request -> {
            request.connection().closeHandler(closed::complete);
            reached.complete(null);
        });
        FakeGuard guard = new FakeGuard();
        FakeSink sink = new FakeSink();
        pool().run(Runs.http(url(port), Runs.LONG), guard, sink);
        reached.get(30, TimeUnit.SECONDS);
        guard.take();

        closed.get(30, TimeUnit.SECONDS);
        assertThat(sink.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        assertThat(sink.calls).hasValue(1);
    }

    @Test
    void nothingIsSentWhereTheGuardSaysNo() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        int port = listening(socket -> connections.incrementAndGet());
        HttpPool pool = pool();
        SlotWatch slots = new SlotWatch(pool);
        FakeSink sink = new FakeSink();
        pool.run(Runs.http(url(port), Runs.LONG), new FakeGuard(0), sink);

        assertThat(sink.await()).isEqualTo(FakeSink.NEVER_BEGAN);
        slots.awaitAllFree();
        assertThat(connections).hasValue(0);
    }

    /** F125: webhook to inside addresses, by the default rules, with listeners that must see nobody. */
    @Test
    void insideAddressesAreNotConnectedTo() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        int port = listening(socket -> connections.incrementAndGet());
        AxConfig byDefault = Runs.config(TargetsConfig.PUBLIC.toArray(String[]::new));
        NameLookup insider = name -> Future.succeededFuture(List.of(InetAddress.getLoopbackAddress()));
        HttpPool pool = pool(byDefault, insider, new HttpClientOptions());

        for (String host : List.of(
                "127.0.0.1",
                "[::1]",
                "localhost",
                "localhost.",
                "0x7f000001",
                "2130706433",
                "127.1",
                "0177.0.0.1",
                "0.0.0.0",
                "[::]",
                "[::ffff:127.0.0.1]",
                "[::127.0.0.1]",
                "user:pw@127.0.0.1",
                "8.8.8.8@127.0.0.1",
                "a.localhost",
                "public.example")) {
            Outcome.Failed failed = run(pool, Runs.http("http://" + host + ":" + port + "/", Runs.LONG))
                    .awaitFailure();
            assertThat(failed.permanent()).as(host).isTrue();
            assertThat(failed.error()).as(host).isNotBlank().doesNotContain("pw");
        }
        for (String url : List.of("file:///etc/passwd", "gopher://127.0.0.1:" + port, "http://169.254.169.254/")) {
            assertThat(run(pool, Runs.http(url, Runs.LONG)).awaitFailure().permanent())
                    .isTrue();
        }
        assertThat(connections).hasValue(0);
    }

    /** No rebinding: what was judged is connected to, and the name is not asked for again. */
    @Test
    void theAddressThatWasJudgedIsConnectedToUnderTheName() throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        int port = recording(received);
        AtomicInteger lookups = new AtomicInteger();
        NameLookup names = name -> {
            lookups.incrementAndGet();
            return Future.succeededFuture(List.of(address("10.255.255.1"), address("127.0.0.1")));
        };
        HttpPool pool = pool(Runs.config("127.0.0.0/8"), names, new HttpClientOptions());
        run(pool, Runs.http("http://hooks.example:" + port + "/x", Runs.LONG)).awaitSuccess();

        assertThat(received.join().headers().get("Host")).isEqualTo("hooks.example:" + port);
        assertThat(lookups).hasValue(1);
    }

    @Test
    void nextAllowedAddressIsTriedWhereOneRefuses() throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        int port = recording(received);
        NameLookup names = name -> Future.succeededFuture(List.of(address("127.77.0.1"), address("127.0.0.1")));
        HttpPool pool = pool(Runs.config("127.0.0.0/8"), names, new HttpClientOptions());

        run(pool, Runs.http("http://hooks.example:" + port, Runs.LONG)).awaitSuccess();
    }

    @Test
    void nameThatDoesNotResolveIsRetried() throws Exception {
        NameLookup names = name -> Future.failedFuture(new java.net.UnknownHostException("no answer"));
        HttpPool pool = pool(Runs.config("http://*"), names, new HttpClientOptions());
        Outcome.Failed failed =
                run(pool, Runs.http("http://gone.example", Runs.LONG)).awaitFailure();

        assertThat(failed.permanent()).isFalse();
        assertThat(failed.error()).contains("gone.example").contains("no answer");
    }

    @Test
    void localhostIsResolvedAndReached() throws Exception {
        CompletableFuture<Received> received = new CompletableFuture<>();
        int port = recording(received);

        run(pool(), Runs.http("http://localhost:" + port, Runs.LONG)).awaitSuccess();
        assertThat(received.join().headers().get("Host")).isEqualTo("localhost:" + port);
    }

    @Test
    void certificateIsCheckedAgainstTheName() throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create("hooks.example");
        CompletableFuture<String> sni = new CompletableFuture<>();
        HttpServerOptions tls =
                new HttpServerOptions().setSsl(true).setSni(true).setKeyCertOptions(certificate.keyCertOptions());
        HttpServer server = vertx.createHttpServer(tls).requestHandler(request -> {
            sni.complete(request.connection().indicatedServerName());
            request.response().end();
        });
        int port = await(server.listen(0, "127.0.0.1")).actualPort();
        NameLookup names = name -> Future.succeededFuture(List.of(address("127.0.0.1")));
        HttpClientOptions trust = new HttpClientOptions().setTrustOptions(certificate.trustOptions());
        HttpPool pool = pool(Runs.config("127.0.0.0/8"), names, trust);

        run(pool, Runs.http("https://hooks.example:" + port, Runs.LONG)).awaitSuccess();
        assertThat(sni.join()).isEqualTo("hooks.example");
        assertThat(run(pool, Runs.http("https://other.example:" + port, Runs.LONG))
                        .awaitFailure()
                        .permanent())
                .isFalse();
    }

    @Test
    void connectionIsKeptForTheNextCall() throws Exception {
        ConcurrentLinkedQueue<String> clients = new ConcurrentLinkedQueue<>();
        int port = answering(request -> {
            clients.add(request.remoteAddress().toString());
            request.response().setStatusCode(500).end("{}");
        });
        HttpPool pool = pool();
        SlotWatch slots = new SlotWatch(pool);
        for (int i = 0; i < 5; i++) {
            run(pool, Runs.http(url(port), Runs.LONG)).await();
            slots.awaitAllFree();
        }
        assertThat(clients.stream().distinct()).hasSize(1);
    }

    @Test
    void asManyCallsAsSlotsGoOnAtOnce() throws Exception {
        List<HttpServerRequest> open = new ArrayList<>();
        int port = answering(request -> {
            // All on the server's one loop.
            open.add(request);
            if (open.size() == 64) {
                open.forEach(r -> r.response().end());
            }
        });
        HttpPool pool = pool();
        List<FakeSink> sinks = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            sinks.add(run(pool, Runs.http(url(port), Runs.LONG)));
        }
        sinks.forEach(FakeSink::awaitSuccess);
    }

    @Test
    void poolThatClosesHandsBackWhatRuns() throws Exception {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        int port = answering(request -> reached.complete(null));
        HttpPool pool = pool();
        FakeSink sink = run(pool, Runs.http(url(port), Runs.LONG));
        reached.get(30, TimeUnit.SECONDS);
        pool.close();

        assertThat(sink.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        new SlotWatch(pool).awaitAllFree();
    }

    /** Answer, timeout, loss of the lease and shutdown at the same instant: one word, and every slot back. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sinkIsCalledExactlyOnceHoweverTheEndsRace(long seed) throws Exception {
        Random random = new Random(seed);
        int port = answering(request -> {
            int kind = request.getHeader("X-Kind").charAt(0) - '0';
            if (kind < 3) {
                vertx.setTimer(
                        1 + kind,
                        t -> request.response()
                                .setStatusCode(kind == 0 ? 202 : 200)
                                .putHeader("Ax-Async", "true")
                                .end("{}"));
            } else if (kind == 3) {
                request.connection().close();
            } else {
                request.response().setChunked(true).write("{");
            }
        });
        HttpPool pool = pool();
        SlotWatch slots = new SlotWatch(pool);
        List<FakeSink> sinks = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Target target = new Target.Http(url(port), "POST", Map.of("X-Kind", "" + random.nextInt(5)));
            FakeGuard guard = new FakeGuard();
            FakeSink sink = new FakeSink();
            sinks.add(sink);
            pool.run(
                    Runs.task("t" + i, "t", null, Duration.ofMillis(1 + random.nextInt(30)), target, 1, 0, 0),
                    guard,
                    sink);
            if (random.nextInt(3) == 0) {
                vertx.setTimer(1 + random.nextInt(5), t -> guard.take());
            }
        }
        if (random.nextBoolean()) {
            pool.close();
        }
        slots.awaitAllFree();

        sinks.forEach(FakeSink::await);
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.calls).hasValue(1));
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 15);
    }

    private String refusedHeader(String name, String value) throws Exception {
        AtomicInteger connections = new AtomicInteger();
        int port = listening(socket -> connections.incrementAndGet());
        Target target = new Target.Http(url(port), "POST", Map.of(name, value));
        Outcome.Failed failed = run(pool(), Runs.task("t", "t", null, Runs.LONG, target, 1, 0, 0))
                .awaitFailure();

        assertThat(failed.permanent()).isTrue();
        assertThat(connections).hasValue(0);
        return failed.error();
    }

    private HttpPool pool() {
        return pool(Runs.config(LOOPBACK));
    }

    private HttpPool pool(AxConfig config) {
        HttpPool pool = new HttpPool(vertx, config, Runs.CLOCK);
        pools.add(pool);
        return pool;
    }

    private HttpPool pool(AxConfig config, NameLookup names, HttpClientOptions options) {
        HttpPool pool = new HttpPool(vertx, config, Runs.CLOCK, names, options);
        pools.add(pool);
        return pool;
    }

    private static FakeSink run(HttpPool pool, ClaimedTask task) {
        FakeSink sink = new FakeSink();
        pool.run(task, new FakeGuard(), sink);
        return sink;
    }

    private int recording(CompletableFuture<Received> received) throws Exception {
        return answering(request -> request.body().onSuccess(body -> {
            received.complete(new Received(
                    request.method().name(),
                    request.uri(),
                    MultiMap.caseInsensitiveMultiMap().addAll(request.headers()),
                    body));
            request.response().end();
        }));
    }

    private int answering(Consumer<HttpServerRequest> answer) throws Exception {
        HttpServer server = vertx.createHttpServer().requestHandler(answer::accept);
        return await(server.listen(0, "127.0.0.1")).actualPort();
    }

    private int listening(Consumer<NetSocket> connected) throws Exception {
        NetServer server = vertx.createNetServer().connectHandler(connected::accept);
        return await(server.listen(0, "127.0.0.1")).actualPort();
    }

    private void pour(HttpServerRequest request) {
        request.response().write("x".repeat(8192)).onSuccess(written -> pour(request));
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (java.net.UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
