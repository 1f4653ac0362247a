package dev.ax.worker;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests after Standard Webhooks 1.0: {@code v1,} and the base64 of an HMAC-SHA256 over
 * {@code <id>.<timestamp>.<body>}, one for each secret, so that receivers can change from one to the next. Safe for
 * use by any thread.
 */
final class WebhookSigner {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "whsec_";

    private final List<SecretKey> keys;

    /**
     * Reads the secrets.
     *
     * @throws IllegalArgumentException naming the first that is not {@code whsec_} and base64, by its place, not value
     */
    WebhookSigner(List<String> secrets) {
        List<SecretKey> read = new ArrayList<>();
        for (String secret : secrets) {
            read.add(key(secret, read.size() + 1));
        }
        this.keys = List.copyOf(read);
    }

    /** Whether there is a secret to sign with. */
    boolean signs() {
        return !keys.isEmpty();
    }

    /** The value of {@code webhook-signature}. */
    String sign(String webhookId, long timestampSeconds, Buffer body) {
        byte[] head = (webhookId + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8);
        byte[] content = body.getBytes();
        return keys.stream().map(key -> "v1," + hmac(key, head, content)).collect(Collectors.joining(" "));
    }

    /**
     * The value of {@code webhook-id}: the same over all retries of a task, another after each replay, so that a
     * receiver that drops what it saw takes a replay as new. A dot would end the id in what is signed: it is escaped.
     */
    static String webhookId(String taskId, int replays) {
        String id = taskId.replace(".", "%2E");
        return replays == 0 ? id : id + ".r" + replays;
    }

    private static SecretKey key(String secret, int place) {
        if (secret.startsWith(PREFIX)) {
            try {
                return new SecretKeySpec(Base64.getDecoder().decode(secret.substring(PREFIX.length())), ALGORITHM);
            } catch (IllegalArgumentException notBase64) {
                // Not passed on as a cause: its message shows characters of the secret.
            }
        }
        throw new IllegalArgumentException(
                "ax.webhooks.secrets: number " + place + " must be whsec_ and base64 of at least one byte");
    }

    private static String hmac(SecretKey key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, impossible);
        }
    }
}
