package dev.ax.store;

import static dev.ax.store.LinkScripts.ADD;
import static dev.ax.store.LinkScripts.NEVER;
import static dev.ax.store.LinkScripts.RESEND;
import static dev.ax.store.LinkScripts.await;
import static dev.ax.store.LinkScripts.strings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.testing.RedisServers;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisLinkTlsTest {
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_PASSWORD = "javax.net.ssl.trustStorePassword";
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    private Vertx vertx;

    @BeforeEach
    void open() {
        vertx = Vertx.vertx();
    }

    @AfterEach
    void close() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_PASSWORD);
        await(vertx.close());
    }

    @Test
    void speaksTlsToARedissUrlAndTrustsWhatTheJvmTrusts() throws Exception {
        Path store = folder.resolve("store.p12");
        makeCertificate(store);
        NetServer tls = await(tlsInFrontOf(RedisServers.shared().port(), store).listen(0, "127.0.0.1"));
        System.setProperty(TRUST_STORE, store.toString());
        System.setProperty(TRUST_PASSWORD, PASSWORD);

        RedisLink link = LinkScripts.open(vertx, LinkScripts.standalone("rediss://localhost:" + tls.actualPort()));

        assertThat(strings(await(link.call(ADD, "{tls-" + tls.actualPort() + "}:", RESEND, NEVER))))
                .containsExactly("1", "first");
        await(link.close());
    }

    private NetServer tlsInFrontOf(int port, Path store) {
        NetServerOptions options = new NetServerOptions()
                .setSsl(true)
                .setKeyCertOptions(new PfxOptions().setPath(store.toString()).setPassword(PASSWORD));
        return vertx.createNetServer(options).connectHandler(client -> {
            client.pause();
            vertx.createNetClient().connect(port, "127.0.0.1").onSuccess(server -> join(client, server));
        });
    }

    private static void join(NetSocket client, NetSocket server) {
        client.pipeTo(server);
        server.pipeTo(client);
    }

    private static void makeCertificate(Path store) throws Exception {
        int status = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "ax",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
    }
}
