package dev.ax.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How Redis is reached.
 *
 * @param urls one for standalone, several for sentinels or cluster nodes: {@code redis://[user:password@]host:port[/db]}
 * @param masterName of the sentinels' master; used in mode SENTINEL only
 * @param commandTimeout a call without an answer for this long fails, and its connection is made anew
 */
public record RedisConfig(Mode mode, List<String> urls, String masterName, Duration commandTimeout) {
    private static final Pattern DATABASE = Pattern.compile("(/\\d{0,5})?");
    private static final Pattern PASSWORD = Pattern.compile("//.*@");

    public RedisConfig {
        urls = List.copyOf(urls);
        new Checks()
                .that(!urls.isEmpty(), "at least one redis:// url", "url")
                .that(
                        urls.stream().allMatch(RedisConfig::isUrl),
                        "redis://[user:password@]host[:port][/db], or rediss:// for TLS",
                        "url")
                .that(mode != Mode.STANDALONE || urls.size() <= 1, "one url in mode standalone", "url", "mode")
                .that(
                        mode != Mode.SENTINEL || (masterName != null && !masterName.isBlank()),
                        "the name of the master that the sentinels know",
                        "master-name",
                        "mode")
                .within("command-timeout", commandTimeout, Duration.ofMillis(50), Duration.ofMinutes(1))
                .done();
    }

    /** How the servers are connected to each other. */
    public enum Mode {
        STANDALONE,
        SENTINEL,
        CLUSTER
    }

    /** Passwords are never printed. */
    @Override
    public String toString() {
        return "RedisConfig[mode=" + mode + ", urls="
                + urls.stream().map(RedisConfig::masked).toList() + ", masterName=" + masterName + ", commandTimeout="
                + commandTimeout + "]";
    }

    /** A url without user and password. */
    static String masked(String url) {
        return PASSWORD.matcher(url).replaceAll("//***@");
    }

    private static boolean isUrl(String text) {
        try {
            URI url = URI.create(text);
            return ("redis".equals(url.getScheme()) || "rediss".equals(url.getScheme()))
                    && url.getHost() != null
                    && url.getPort() <= 65_535
                    && url.getPort() != 0
                    && DATABASE.matcher(url.getPath()).matches();
        } catch (IllegalArgumentException fault) {
            return false;
        }
    }
}
