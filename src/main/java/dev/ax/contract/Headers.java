package dev.ax.contract;

import java.util.Set;
import java.util.regex.Pattern;

/** The rules of the headers that a task may send with an HTTP target. */
final class Headers {

    static final int MOST = 50;
    static final int LONGEST_NAME = 100;
    static final int LONGEST_VALUE = 4096;

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1," + LONGEST_NAME + "}");
    private static final Pattern SECRET = Pattern.compile("\\$\\{secret:[A-Za-z0-9._-]{1,100}\\}");

    /** What belongs to the connection or to the message's frame, so to ax alone. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "http2-settings");

    /** Parts of names whose values are not shown. */
    private static final Set<String> SENSITIVE = Set.of(
            "auth", "cookie", "token", "secret", "password", "passwd", "key", "credential", "signature", "session");

    private Headers() {}

    /**
     * What is wrong with a header; null for nothing.
     *
     * @param lowerCase the name in lower case
     * @param value null where the name alone is judged
     */
    static String faultOf(String name, String lowerCase, String value) {
        if (!NAME.matcher(name).matches()) {
            return "must have a header's name: 1 to " + LONGEST_NAME + " letters, digits or marks such as '-'";
        } else if (RESERVED.contains(lowerCase)) {
            return "is a header that only ax may set";
        } else if (lowerCase.startsWith("webhook-") || lowerCase.startsWith("ax-")) {
            return "is a header that ax sets itself";
        }
        return value == null ? null : valueFault(value);
    }

    private static String valueFault(String value) {
        if (value.length() > LONGEST_VALUE) {
            return "must be at most " + LONGEST_VALUE + " characters";
        } else if (!value.chars().allMatch(c -> (c >= ' ' && c < 127) || c == '\t')) {
            return "must consist of visible ASCII characters, spaces and tabs";
        } else if (SECRET.matcher(value).replaceAll("").contains("${secret:")) {
            return "must name a secret as ${secret:name}, the name of 1 to 100 characters of A-Za-z0-9._-";
        }
        return null;
    }

    /** Whether the value of the header is one that no one but its receiver should see. */
    static boolean isSensitive(String lowerCase) {
        return SENSITIVE.stream().anyMatch(lowerCase::contains);
    }
}
