package dev.ax.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosersTest {
    private final Closers closers = new Closers();
    private final List<String> closed = new ArrayList<>();

    @Test
    void whatWasOpenedLastIsClosedFirstAndAFaultKeepsNothingOpen() {
        closers.addNow("store", () -> closed.add("store"));
        closers.add("faulty", () -> Uni.createFrom().failure(new IllegalStateException("will not close")));
        closers.addNow("http", () -> closed.add("http"));
        closers.closeAll().await().atMost(Duration.ofSeconds(10));
        assertThat(closed).containsExactly("http", "store");
    }

    @Test
    void nothingIsClosedTwice() {
        closers.addNow("store", () -> closed.add("store"));
        closers.closeAll().await().atMost(Duration.ofSeconds(10));
        closers.closeAll().await().atMost(Duration.ofSeconds(10));
        assertThat(closed).hasSize(1);
    }
}
