package dev.ax.worker;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One {@code scheme://host[:port]} of {@code ax.targets.allow}.
 *
 * @param scheme {@code http}, {@code https} or {@code *}
 * @param host matches names; any run of characters stands for {@code *}
 * @param literal the address that it stands for; null for names
 * @param port -1 for any
 * @param anyHost whether the host is nothing but {@code *}: that stands for public addresses only
 * @param loopback whether it names the machine itself: that stands for all loopback addresses, however spelled
 */
record UrlPattern(String scheme, Pattern host, IPAddress literal, int port, boolean anyHost, boolean loopback) {
    private static final Pattern FORM =
            Pattern.compile("(\\*|https?)://(\\[[0-9a-f:.]+]|[a-z0-9.*-]+)(:([0-9]{1,5}|\\*))?/?");

    private static final Pattern DIGITS = Pattern.compile("[0-9.]+");

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static UrlPattern parse(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' must be scheme://host[:port] without a path, or an address range such as 10.0.0.0/8");
        }
        String host = form.group(2);
        String port = form.group(4);
        boolean anyHost = host.chars().allMatch(c -> c == '*' || c == '.');
        if (!anyHost && host.contains("*") && host.chars().allMatch(c -> "*.0123456789".indexOf(c) >= 0)) {
            // As text, 10.* would match the name 10.example too.
            throw new IllegalArgumentException("'" + text + "': for addresses give a range such as 10.0.0.0/8");
        }
        IPAddress literal = literal(text, host);
        return new UrlPattern(
                form.group(1),
                Pattern.compile(Pattern.quote(host).replace("*", "\\E.*\\Q")),
                literal,
                port == null || port.equals("*") ? -1 : Integer.parseInt(port),
                anyHost,
                host.equals("localhost") || (literal != null && literal.isLoopback()));
    }

    private static IPAddress literal(String text, String host) {
        if (!host.startsWith("[") && !DIGITS.matcher(host).matches()) {
            return null;
        }
        IPAddress literal = new IPAddressString(host.replaceAll("[\\[\\]]", "")).getAddress();
        if (literal == null) {
            throw new IllegalArgumentException("'" + text + "': the host is not an address");
        }
        return literal;
    }

    boolean matches(TargetUrl url) {
        return (scheme.equals("*") || scheme.equals(url.scheme()))
                && (port == -1 || port == url.port())
                && matchesHost(url);
    }

    /** Whether a url that matches may lead to the address. */
    boolean covers(IPAddress address, AddressZone zone) {
        if (loopback) {
            return address.isLoopback();
        }
        return zone.reach() == AddressZone.Reach.PUBLIC || (zone.reach() == AddressZone.Reach.LISTED && !anyHost);
    }

    private boolean matchesHost(TargetUrl url) {
        if (anyHost) {
            return true;
        }
        if (loopback) {
            return url.isLocalhost();
        }
        return url.literal() != null
                ? url.literal().equals(literal)
                : host.matcher(url.host()).matches();
    }
}
