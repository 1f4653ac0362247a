package dev.ax.config;

import java.util.Base64;
import java.util.List;

/**
 * Signing of HTTP targets' requests, after Standard Webhooks.
 *
 * @param secrets {@code whsec_} and base64; every one signs, so that they can be rotated; none: nothing is signed
 */
public record WebhooksConfig(List<String> secrets) {
    private static final String PREFIX = "whsec_";

    public WebhooksConfig {
        secrets = List.copyOf(secrets);
        new Checks()
                .that(secrets.stream().allMatch(WebhooksConfig::isSecret), "whsec_ followed by base64", "secrets")
                .done();
    }

    private static boolean isSecret(String text) {
        if (!text.startsWith(PREFIX)) {
            return false;
        }
        try {
            return Base64.getDecoder().decode(text.substring(PREFIX.length())).length > 0;
        } catch (IllegalArgumentException fault) {
            return false;
        }
    }

    /** Secrets are never printed. */
    @Override
    public String toString() {
        return "WebhooksConfig[" + secrets.size() + " secrets]";
    }
}
