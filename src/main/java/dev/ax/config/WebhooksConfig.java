package dev.ax.config;

import java.util.List;

/**
 * Signing of HTTP targets' requests, after Standard Webhooks.
 *
 * @param secrets {@code whsec_} and base64; every one signs, so that they can be rotated; none: nothing is signed
 */
public record WebhooksConfig(List<String> secrets) {

    public WebhooksConfig {
        secrets = List.copyOf(secrets);
    }

    /** Secrets are never printed. */
    @Override
    public String toString() {
        return "WebhooksConfig[" + secrets.size() + " secrets]";
    }
}
