package dev.ax.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.StoreException;
import dev.ax.store.Submission;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.Router;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More than the node can do, clients that stop, and a node that goes. */
@Timeout(120)
class OverloadTest {
    private static final int BURST = 10_000;

    @Test
    void aBurstIsTakenOrToldToComeBackAndWhatWasTakenIsStored() throws Exception {
        try (HttpFixture http = new HttpFixture()) {
            AtomicInteger underWay = new AtomicInteger();
            http.scheduler.pace(slowly(http.vertx));
            http.scheduler.answerSubmissionsBy(spec -> underWay.incrementAndGet() % 3 == 0
                    ? new Submission.Refused(new StoreException(StoreException.Kind.BUSY, "full", null))
                    : null);

            Vertx other = Vertx.vertx();
            Map<Integer, Long> statuses = burst(other, http.port());
            other.close();

            assertThat(statuses.keySet()).isSubsetOf(201, 429, 503);
            assertThat(statuses.values().stream().mapToLong(n -> n).sum()).isEqualTo(BURST);
            long stored = http.scheduler.size();
            assertThat(statuses.get(201)).isEqualTo(stored);
        }
    }

    private static Uni<Void> slowly(Vertx vertx) {
        return Uni.createFrom().emitter(emitter -> vertx.setTimer(20, timer -> emitter.complete(null)));
    }

    private static Map<Integer, Long> burst(Vertx vertx, int port) throws Exception {
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions(),
                new PoolOptions().setHttp1MaxSize(1_000).setMaxWaitQueueSize(-1));
        List<Future<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            Buffer body = Buffer.buffer("{\"id\":\"burst:" + i + "\",\"type\":\"t\"}");
            answers.add(client.request(HttpMethod.POST, port, "127.0.0.1", "/v1/tasks")
                    .compose(request -> request.putHeader("Content-Type", "application/json")
                            .send(body))
                    .compose(answer -> answer.end().map(answer.statusCode())));
        }
        Future.all(answers).toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        return answers.stream()
                .map(Future::result)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void bodiesTakeNoMoreThanTheirBudgetTogether() throws Exception {
        Vertx vertx = Vertx.vertx();
        int port = echo(vertx, new BodyReader(new BodyBudget(100)), false);
        try (RawHttp first = new RawHttp(port);
                RawHttp second = new RawHttp(port)) {
            first.send(head(90) + "x".repeat(80));
            second.send(head(80) + "x".repeat(80));
            // Which of the two came first is the system's matter; together they are too large.
            String answer = second.head();
            if (answer.startsWith("HTTP/1.1 429 ")) {
                assertThat(answer).containsIgnoringCase("retry-after: 1");
                assertThat(first.send("x".repeat(10)).status()).isEqualTo(200);
            } else {
                assertThat(first.send("x".repeat(10)).status()).isIn(200, 429);
            }
            // What was answered is free again.
            assertThat(second.send(head(90) + "x".repeat(90)).status()).isEqualTo(200);
        }
        vertx.close();
    }

    @Test
    void aBodyThatStopsComingIsGivenUp() throws Exception {
        Vertx vertx = Vertx.vertx();
        try (RawHttp raw = new RawHttp(echo(vertx, new BodyReader(new BodyBudget(100)), true))) {
            assertThat(raw.send(head(90) + "x".repeat(80)).status()).isEqualTo(408);
        }
        vertx.close();
    }

    private static String head(int length) {
        return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** A server that reads bodies and says how long they were. */
    private static int echo(Vertx vertx, BodyReader reader, boolean sweeping) throws Exception {
        Router router = Router.router(vertx);
        router.post("/").handler(ctx -> {
            if (sweeping) {
                vertx.setPeriodic(1, timer -> reader.sweep());
            }
            Answers.when(
                    ctx,
                    reader.read(ctx, 1000),
                    body -> Answers.json(ctx, 200, Buffer.buffer(String.valueOf(body.length()))));
        });
        HttpServer server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        return server.actualPort();
    }

    @Test
    void aNodeThatGoesAnswersWhatItHasAccepted() throws Exception {
        try (HttpFixture http = new HttpFixture()) {
            http.submit("waited-for");
            CompletableFuture<HttpResponse<String>> waiting =
                    http.sendAsync(http.request("/v1/tasks/waited-for?wait=1h").GET());
            CompletableFuture<Void> release = new CompletableFuture<>();
            http.scheduler.pace(Uni.createFrom().completionStage(release));
            CompletableFuture<HttpResponse<String>> slow = http.sendAsync(http.json("/v1/tasks", "{\"type\":\"t\"}"));
            http.scheduler.untilCalls(3);

            CompletableFuture<Void> gone = CompletableFuture.runAsync(http::undeploy);
            release.complete(null);

            assertThat(slow.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
            assertThat(waiting.get(20, TimeUnit.SECONDS).body()).contains("\"state\":\"PENDING\"");
            gone.get(20, TimeUnit.SECONDS);
        }
    }
}
