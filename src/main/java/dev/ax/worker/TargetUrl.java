package dev.ax.worker;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The url of an HTTP target, read once, strictly, and by nobody else: what is judged is what is connected to.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a name in lower case, or an address without brackets
 * @param port the one to connect to
 * @param pathAndQuery as it goes into the request line
 * @param literal the address, where the host is one; null for a name
 */
record TargetUrl(String scheme, String host, int port, String pathAndQuery, IPAddress literal) {
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern DOTTED_QUAD = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0[xX][0-9a-fA-F]*)\\.?");
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

    /**
     * Reads a url.
     *
     * @throws TargetFaultException saying what is wrong with it
     */
    static TargetUrl parse(String url) throws TargetFaultException {
        try {
            return parse(new URI(url));
        } catch (URISyntaxException fault) {
            throw new TargetFaultException("the url is malformed: " + ErrorText.line(fault.getReason()));
        }
    }

    static TargetUrl parse(URI uri) throws TargetFaultException {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new TargetFaultException("the url must begin with http:// or https://");
        }
        String authority = uri.getRawAuthority();
        if (authority == null) {
            throw new TargetFaultException("the url names no host");
        }
        if (authority.contains("@")) {
            throw new TargetFaultException(
                    "the url must not hold a user or password; use a header with ${secret:name}");
        }
        String host = host(uri, authority);
        IPAddress literal = literal(host);
        int port = uri.getPort() == -1 ? (scheme.equals("https") ? 443 : 80) : uri.getPort();
        if (port < 1 || port > 65535) {
            throw new TargetFaultException("the url's port must be 1 to 65535");
        }
        return new TargetUrl(scheme, host, port, pathAndQuery(uri), literal);
    }

    /** Whether the name always means the machine itself (RFC 6761), or the address does. */
    boolean isLocalhost() {
        return literal != null ? literal.isLoopback() : host.equals("localhost") || host.endsWith(".localhost");
    }

    /** Host and port, as a person reads them. */
    String authority() {
        return (literal != null && literal.isIPv6() ? "[" + host + "]" : host) + ":" + port;
    }

    private static String host(URI uri, String authority) throws TargetFaultException {
        String host = uri.getHost() == null ? authority.replaceFirst(":[0-9]*$", "") : uri.getHost();
        String lower = host.toLowerCase(Locale.ROOT);
        if (lower.startsWith("[")) {
            return lower.substring(1, lower.length() - 1);
        }
        if (ENDS_IN_NUMBER.matcher(lower).matches()) {
            if (DOTTED_QUAD.matcher(lower).matches()) {
                return lower;
            }
            throw new TargetFaultException("an IPv4 address must be written as four decimal numbers");
        }
        if (lower.endsWith(".")) {
            throw new TargetFaultException("the host must not end with a dot");
        }
        if (uri.getHost() == null || !NAME.matcher(lower).matches()) {
            throw new TargetFaultException(
                    "the host must be an address, or a name of letters, digits, hyphens and dots (xn--… for others)");
        }
        return lower;
    }

    private static IPAddress literal(String host) throws TargetFaultException {
        if (!host.contains(":") && !DOTTED_QUAD.matcher(host).matches()) {
            return null;
        }
        if (host.contains("%")) {
            throw new TargetFaultException("an IPv6 address must not name a zone");
        }
        IPAddress literal = new IPAddressString(host).getAddress();
        if (literal == null || literal.isMultiple()) {
            throw new TargetFaultException("the host is not an address");
        }
        if (literal.isIPv6()
                && (literal.toIPv6().isIPv4Mapped() || literal.toIPv6().isIPv4Compatible())) {
            if (!literal.isLoopback() && !literal.isZero()) {
                throw new TargetFaultException("an IPv4 address must be written as four decimal numbers");
            }
        }
        return literal;
    }

    private static String pathAndQuery(URI uri) {
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
    }
}
