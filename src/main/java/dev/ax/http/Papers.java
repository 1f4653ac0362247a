package dev.ax.http;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What is shown as it lies in the jar, made once for all instances. Safe for use by any thread. */
final class Papers {
    private static final String CONTRACT = "/openapi.yaml";

    private final String contractText;
    private final Buffer contract;
    private final Buffer home = Buffer.buffer(Pages.home());
    private Buffer contractPage;

    private Papers(String contractText) {
        this.contractText = contractText;
        this.contract = Buffer.buffer(contractText);
    }

    /** Reads a file of the jar, so it blocks. */
    static Papers load() throws IOException {
        return new Papers(readContract());
    }

    /** {@code openapi.yaml}. */
    Buffer contract() {
        return contract;
    }

    /** The same for people; rendered when first asked for, which blocks for some hundred milliseconds. */
    synchronized Buffer contractPage() {
        if (contractPage == null) {
            contractPage = Buffer.buffer(ContractPage.of(contractText));
        }
        return contractPage;
    }

    Buffer home() {
        return home;
    }

    static String readContract() throws IOException {
        try (InputStream in = Papers.class.getResourceAsStream(CONTRACT)) {
            if (in == null) {
                throw new IllegalStateException(CONTRACT + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
