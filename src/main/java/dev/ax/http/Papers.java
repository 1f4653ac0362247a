package dev.ax.http;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What is shown as it lies in the jar, made once for all instances.
 *
 * @param contract {@code openapi.yaml}
 * @param contractPage the same for people
 */
record Papers(Buffer contract, Buffer contractPage, Buffer home) {
    private static final String CONTRACT = "/openapi.yaml";

    /** Reads and renders; blocks for some hundred milliseconds. */
    static Papers load() throws IOException {
        String contract = readContract();
        return new Papers(
                Buffer.buffer(contract), Buffer.buffer(ContractPage.of(contract)), Buffer.buffer(Pages.home()));
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
