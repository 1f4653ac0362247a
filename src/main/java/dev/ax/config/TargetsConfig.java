package dev.ax.config;

import inet.ipaddr.IPAddressString;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

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

    private static final Pattern PATTERN =
            Pattern.compile("(?i)(https?|\\*)://([a-z0-9.*_-]+|\\[[0-9a-f:.*]+])(:(\\d{1,5}|\\*))?");
    private static final Pattern SECRET_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    public TargetsConfig {
        allow = List.copyOf(allow);
        secrets = Map.copyOf(secrets);
        new Checks()
                .that(
                        allow.stream().allMatch(TargetsConfig::isPattern),
                        "patterns such as https://*.example.com:8443, or address ranges such as 10.1.0.0/16",
                        "allow")
                .that(
                        secrets.keySet().stream()
                                .allMatch(name -> SECRET_NAME.matcher(name).matches()),
                        "names of 1 to 100 characters of A-Za-z0-9._-",
                        "secrets")
                .done();
    }

    private static boolean isPattern(String text) {
        if (PATTERN.matcher(text).matches()) {
            return true;
        }
        IPAddressString range = new IPAddressString(text);
        return range.isIPAddress() && range.getAddress() != null;
    }

    /** Secrets are never printed. */
    @Override
    public String toString() {
        return "TargetsConfig[allow=" + allow + ", secrets=" + secrets.keySet() + "]";
    }
}
