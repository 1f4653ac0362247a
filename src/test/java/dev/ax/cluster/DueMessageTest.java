package dev.ax.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DueMessageTest {
    private static final int PARTITIONS = 32;

    private final List<String> offered = new ArrayList<>();

    @Test
    void whatIsWrittenIsRead() {
        DueMessage message = new DueMessage(PARTITIONS);
        message.add(0, 1_795_000_000_000L);
        message.add(31, -5);

        read(message.toBuffer());

        assertThat(offered).containsExactly("0@1795000000000", "31@-5");
    }

    @Test
    void aBatchOfOneDelayIsOneInstant() {
        DueMessage message = new DueMessage(PARTITIONS);
        for (int i = 0; i < 1_000; i++) {
            message.add(3, 7);
            message.add(4, 7);
        }
        message.add(3, 8);

        read(message.toBuffer());

        assertThat(offered).containsExactly("3@7", "4@7", "3@8");
    }

    @Test
    void whatIsNoEntryIsLeftOut() {
        read(Buffer.buffer()
                .appendInt(-1)
                .appendLong(1)
                .appendInt(PARTITIONS)
                .appendLong(2)
                .appendInt(5)
                .appendLong(3)
                .appendInt(6));

        assertThat(offered).containsExactly("5@3");
    }

    private void read(Buffer message) {
        DueMessage.read(message, PARTITIONS, (partition, dueMs) -> offered.add(partition + "@" + dueMs));
    }
}
