package dev.ax.contract;

import java.net.URI;
import java.net.URISyntaxException;

/** The shape of absolute http and https URLs. Where one may lead is judged elsewhere. */
final class Urls {

    static final int LONGEST = 2048;

    private static final int LARGEST_PORT = 65_535;

    private Urls() {}

    /** What is wrong with the URL; null for nothing. */
    static String faultOf(String url) {
        if (url.isEmpty() || url.length() > LONGEST) {
            return "must be a URL of 1 to " + LONGEST + " characters";
        } else if (!url.chars().allMatch(c -> c > ' ' && c < 127)) {
            return "must be a URL in ASCII: percent-encode other characters, and write hosts in punycode";
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return "must be a URL: " + e.getReason();
        }
        if (!"http".equalsIgnoreCase(uri.getScheme()) && !"https".equalsIgnoreCase(uri.getScheme())) {
            return "must be an absolute URL of the scheme http or https";
        } else if (uri.getRawAuthority() == null) {
            return "must name a host";
        } else if (uri.getRawAuthority().indexOf('@') >= 0) {
            return "must not hold a user or password; send an Authorization header with ${secret:name} instead";
        } else if (uri.getHost() == null) {
            return "must name a host that is a DNS name or an IP address in its usual form";
        } else if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
            return "must have a port from 1 to " + LARGEST_PORT;
        }
        return null;
    }
}
