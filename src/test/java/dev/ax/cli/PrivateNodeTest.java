package dev.ax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import org.junit.jupiter.api.Test;

/** Demo and benchmark talk to nodes of their own without a key, also where others are configured to ask for one. */
class PrivateNodeTest {
    private static final Map<String, String> PUBLIC = Map.of(
            "AX_HTTP_ENABLED", "false",
            "AX_HTTP_HOST", "0.0.0.0",
            "AX_HTTP_PORT", "8080",
            "AX_API_KEYS_READ", "read-key-0123456789",
            "AX_API_KEYS_WRITE", "write-key-0123456789",
            "AX_API_KEYS_ADMIN", "admin-key-0123456789");

    @Test
    void theEnvironmentIsOverridden() {
        assertPrivate(new ConfigLoader(PUBLIC, Map.of())
                .overrides("demo", LocalNode.PRIVATE)
                .load()
                .config());
    }

    @Test
    void aNodeOfTheBenchmarkIsOneToo() {
        Map<String, String> told = BenchRedis.at("redis://127.0.0.1:1").config();

        assertPrivate(new ConfigLoader(PUBLIC, Map.of())
                .overrides("bench", told)
                .load()
                .config());
        assertPrivate(new ConfigLoader(PUBLIC, properties(told)).load().config());
    }

    /** As a process of the benchmark's own is told. */
    private static Map<String, String> properties(Map<String, String> told) {
        Map<String, String> properties = new HashMap<>();
        for (Entry<String, String> setting : told.entrySet()) {
            properties.put("ax." + setting.getKey(), setting.getValue());
        }
        return properties;
    }

    private static void assertPrivate(AxConfig config) {
        assertThat(config.apiKeys().isEmpty()).isTrue();
        assertThat(config.http().enabled()).isTrue();
        assertThat(config.http().host()).isEqualTo("127.0.0.1");
        assertThat(config.http().port()).isZero();
    }
}
