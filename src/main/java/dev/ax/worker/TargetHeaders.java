package dev.ax.worker;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the headers that are sent of those that were submitted: puts secrets in their places. Immutable. */
final class TargetHeaders {
    private static final Pattern PLACE = Pattern.compile("\\$\\{secret:([^}]*)}");
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** They frame the request, or say whom it is for: ax's alone. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "connection",
            "keep-alive",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "expect");

    private final Map<String, String> secrets;

    TargetHeaders(Map<String, String> secrets) {
        this.secrets = Map.copyOf(secrets);
    }

    /**
     * What is to be sent.
     *
     * @param values by name
     * @param used the secrets that are in it
     */
    record Resolved(Map<String, String> values, Set<String> used) {

        /** A text in which an executor may have repeated a secret, without it. */
        String redact(String text) {
            String redacted = text;
            for (String secret : used) {
                redacted = redacted.replace(secret, "***");
            }
            return redacted;
        }
    }

    Resolved resolve(Map<String, String> submitted) throws TargetFaultException {
        Map<String, String> values = new LinkedHashMap<>();
        Set<String> used = new HashSet<>();
        for (Map.Entry<String, String> header : submitted.entrySet()) {
            checkName(header.getKey());
            values.put(header.getKey(), fill(header.getKey(), header.getValue(), used));
        }
        return new Resolved(values, used);
    }

    private String fill(String header, String value, Set<String> used) throws TargetFaultException {
        StringBuilder filled = new StringBuilder();
        Matcher place = PLACE.matcher(value);
        int copied = 0;
        while (place.find()) {
            String secret = secrets.get(place.group(1));
            if (secret == null) {
                throw new TargetFaultException(
                        "header " + header + " names the secret " + place.group(1) + ", which is not configured");
            }
            if (!secret.isEmpty()) {
                used.add(secret);
            }
            filled.append(value, copied, place.start()).append(secret);
            copied = place.end();
        }
        filled.append(value, copied, value.length());
        checkValue(header, filled);
        return filled.toString();
    }

    private static void checkName(String name) throws TargetFaultException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            throw new TargetFaultException("a header of the target has a name that HTTP does not allow");
        }
        if (RESERVED.contains(lower) || lower.startsWith("webhook-") || lower.startsWith("ax-")) {
            throw new TargetFaultException("header " + name + " is set by ax and must not be in a target");
        }
    }

    /** A line break in a secret would be a header of its own. The value is never shown. */
    private static void checkValue(String header, CharSequence value) throws TargetFaultException {
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c > '~')) {
            throw new TargetFaultException("header " + header + " holds a character that HTTP does not allow there");
        }
    }
}
