package dev.ax.http;

import static dev.ax.http.HttpFixture.pointers;
import static dev.ax.http.HttpFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.FakeScheduler;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies and heads that are too large, that lie, or that stop: the node refuses them and stays well. */
class BodyBoundsTest {
    private static final int MIB = 1024 * 1024;
    private static final String POST = "POST /v1/tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    private static HttpFixture http;

    @BeforeAll
    static void open() {
        http = new HttpFixture();
    }

    @AfterAll
    static void close() {
        http.close();
    }

    @AfterEach
    void theNodeIsWellAfterwards() {
        assertThat(http.post("/v1/tasks", "{\"type\":\"t\"}").statusCode()).isEqualTo(201);
        assertThat(http.get("/health/ready").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"65535,201", "65536,201", "65537,413"})
    void aPayloadIsMeasuredInBytesAsSent(int bytes, int status) {
        String payload = "\"" + "x".repeat(bytes - 2) + "\"";

        assertThat(http.post("/v1/tasks", "{\"type\":\"t\",\"payload\":" + payload + "}")
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    void aCharacterIsAsLargeAsItsBytes() {
        String payload = "\"" + "中".repeat(22_000) + "\"";

        problem(http.post("/v1/tasks", "{\"type\":\"t\",\"payload\":" + payload + "}"), 413);
    }

    @Test
    void aBodyThatSaysItIsTooLargeIsRefusedUnread() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send(POST + "Content-Length: 1000000000\r\n\r\n");

            assertThat(raw.head()).startsWith("HTTP/1.1 413 ").containsIgnoringCase("connection: close");
            assertThat(raw.closedByServer()).isTrue();
        }
    }

    @Test
    void aClientThatAsksBeforeItSendsIsRefusedBeforeItSends() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send(POST + "Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n");
            assertThat(raw.status()).isEqualTo(413);
        }
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send(POST + "Expect: 100-continue\r\nContent-Length: 12\r\n\r\n");
            assertThat(raw.status()).isEqualTo(100);
            assertThat(raw.send("{\"type\":\"t\"}").status()).isEqualTo(201);
        }
    }

    @Test
    void anEndlessBodyIsCutAndTheAnswerIsReadable() throws Exception {
        byte[] piece = chunk(16 * 1024);
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send(POST + "Transfer-Encoding: chunked\r\n\r\n");
            long taken = raw.flood(piece, 1024L * MIB);

            assertThat(raw.status()).isEqualTo(413);
            assertThat(taken).isLessThan(64L * MIB);
            long more = raw.flood(piece, 1024L * MIB);
            assertThat(more).isLessThan(64L * MIB);
            assertThat(raw.closedByServer()).isTrue();
        }
    }

    @Test
    void aStreamOfAGigabyteIsRefusedToo() {
        var request = http.request("/v1/tasks")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new Endless(1024L * MIB)));

        problem(http.send(request), 413);
    }

    @Test
    void manyLargeBodiesAtOnceDoNotFillTheHeap() throws Exception {
        byte[] piece = chunk(64 * 1024);
        long before = usedHeap();
        RawHttp[] clients = new RawHttp[40];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new RawHttp(http.port());
            clients[i].send(POST + "Transfer-Encoding: chunked\r\n\r\n");
            clients[i].flood(piece, 300 * 1024);
        }
        long grown = usedHeap() - before;
        for (RawHttp client : clients) {
            client.close();
        }

        assertThat(grown).isLessThan(clients.length * 2L * MIB);
    }

    @Test
    void whatFollowsALyingLengthIsNoPartOfTheBody() throws Exception {
        int before = submissions();
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send(POST + "Content-Length: 10\r\n\r\n{\"type\":\"t" + "\"".repeat(64 * 1024));

            assertThat(raw.status()).isEqualTo(400);
            assertThat(raw.closedByServer()).isTrue();
        }
        assertThat(submissions()).isEqualTo(before);
    }

    @Test
    void aConnectionThatClosesEarlyStoresNothing() throws Exception {
        int before = submissions();
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send(POST + "Content-Length: 1000\r\n\r\n{\"type\":\"t\"}");
        }
        http.get("/health/live"); // the same loops have turned since

        assertThat(submissions()).isEqualTo(before);
    }

    @Test
    void headersOfAMegabyteAreRefused() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send("GET /v1/tasks HTTP/1.1\r\nHost: x\r\n");
            byte[] header = ("X-Large: " + "x".repeat(1000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            long taken = raw.flood(header, MIB);

            assertThat(taken).isLessThanOrEqualTo(MIB + 1024);
            assertThat(raw.head()).startsWith("HTTP/1.1 431 ").contains("application/problem+json");
            assertThat(raw.closedByServer()).isTrue();
        }
    }

    @Test
    void anEndlessFirstLineIsRefused() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send("GET /");
            raw.flood("x".repeat(1024).getBytes(StandardCharsets.US_ASCII), MIB);

            assertThat(raw.status()).isEqualTo(414);
        }
    }

    @Test
    void whatIsNoHttpIsABadRequest() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            raw.send("\u0000\u0001\u0002 hello\r\n\r\n");

            assertThat(raw.status()).isEqualTo(400);
        }
    }

    @Test
    void aBombIsNotUnpacked() {
        byte[] zeros = new byte[100];
        problem(
                http.send(http.request("/v1/tasks")
                        .header("Content-Type", "application/json")
                        .header("Content-Encoding", "gzip")
                        .POST(BodyPublishers.ofByteArray(zeros))),
                415);
    }

    @Test
    void allFaultsOfATooLargePayloadAreTold() {
        var problem =
                problem(http.post("/v1/tasks", "{\"priority\":9,\"payload\":\"" + "x".repeat(70_000) + "\"}"), 413);

        assertThat(pointers(problem)).contains("/priority", "/type");
    }

    private static int submissions() {
        return http.scheduler.calls(FakeScheduler.Submitted.class).size();
    }

    private static byte[] chunk(int bytes) {
        String data = String.join("", Collections.nCopies(bytes, " "));
        return (Integer.toHexString(bytes) + "\r\n" + data + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** So many spaces. */
    private static final class Endless extends InputStream {
        private long left;

        Endless(long bytes) {
            this.left = bytes;
        }

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }

        @Override
        public int read(byte[] into, int from, int most) {
            if (left <= 0) {
                return -1;
            }
            int length = (int) Math.min(most, left);
            Arrays.fill(into, from, from + length, (byte) ' ');
            left -= length;
            return length;
        }
    }
}
