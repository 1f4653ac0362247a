package dev.ax.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.StoreUpkeep.StoreFacts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private Duration away = Duration.ZERO;
    private boolean outOfCluster;
    private final Readiness readiness = new Readiness(() -> away, () -> outOfCluster);

    @Test
    void aNodeIsReadyFromItsStartToItsEnd() {
        assertThat(readiness.faults()).containsExactly("starting");
        readiness.started();
        assertThat(readiness.faults()).isEmpty();
        readiness.draining();
        assertThat(readiness.faults()).hasSize(1);
    }

    @Test
    void aStoreThatIsAwayForLongIsAFault() {
        readiness.started();
        away = Duration.ofSeconds(5);
        assertThat(readiness.faults()).isEmpty();
        away = Duration.ofSeconds(6);
        assertThat(readiness.faults()).singleElement().asString().contains("6 s");
    }

    @Test
    void aStoreThatEvictsTasksIsAFaultThatNamesThePolicy() {
        readiness.started();
        readiness.learned(facts("allkeys-lru"));
        assertThat(readiness.faults()).singleElement().asString().contains("allkeys-lru", "noeviction");
        // It evicts only keys with a time to live: ax has none.
        readiness.learned(facts("volatile-lru"));
        assertThat(readiness.faults()).isEmpty();
        readiness.learned(facts("noeviction"));
        assertThat(readiness.faults()).isEmpty();
    }

    private static StoreFacts facts(String policy) {
        return new StoreFacts("7.0.15", policy, 0, 0, 0);
    }

    @Test
    void aNodeThatDroppedOutOfItsClusterIsNotReady() {
        readiness.started();
        assertThat(readiness.faults()).isEmpty();

        outOfCluster = true;

        assertThat(readiness.faults()).anyMatch(fault -> fault.contains("cluster"));
    }
}
