package dev.ax.config;

import java.util.List;
import java.util.Map;

/**
 * Where HTTP targets may lead.
 *
 * @param allow {@code scheme://host[:port]} patterns with {@code *}, and address ranges; a {@code *} host stands for
 *     public addresses only
 * @param secrets values for {@code ${secret:name}} in a target's headers
 */
public record TargetsConfig(List<String> allow, Map<String, String> secrets) {

    /** Any public address over http and https. */
    public static final List<String> PUBLIC = List.of("http://*", "https://*");

    public TargetsConfig {
        allow = List.copyOf(allow);
        secrets = Map.copyOf(secrets);
    }

    /** Secrets are never printed. */
    @Override
    public String toString() {
        return "TargetsConfig[allow=" + allow + ", secrets=" + secrets.keySet() + "]";
    }
}
