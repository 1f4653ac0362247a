package dev.ax.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotTest {

    @Test
    void isTheChecksumOfTheSpecification() {
        assertThat(HashSlot.of("123456789")).isEqualTo(0x31c3); // the example of the cluster specification
    }

    @ParameterizedTest
    @CsvSource({"{ax:0}:spec, {ax:0}:", "{ax:7}:due:31, ax:7", "a{b}{c}, b"})
    void countsOnlyTheHashTag(String key, String same) {
        assertThat(HashSlot.of(key)).isEqualTo(HashSlot.of(same));
    }

    @Test
    void agreesWithTheServerOnOddKeys() {
        try (RedisServer server = RedisServers.start("cluster-enabled yes")) {
            for (String key : new String[] {"", "{}", "{}a", "{a", "a}b", "{{a}}", "{ax:15}:", "schlüssel", "{ä}x"}) {
                assertThat(server.command("CLUSTER", "KEYSLOT", key)).as(key).isEqualTo((long) HashSlot.of(key));
            }
        }
    }
}
