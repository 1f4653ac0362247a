package dev.ax.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.StoreListener;
import dev.ax.task.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ListenersTest {
    private final Listeners listeners = new Listeners();
    private final List<String> heard = new ArrayList<>();

    @Test
    void allHearOfAllInTheOrderTheyJoined() {
        listeners.add(new Recorder("one"));
        listeners.add(new Recorder("two"));

        listeners.onTransitions(List.of());
        listeners.onDue(3, 5);
        listeners.onReady(Set.of("http"));

        assertThat(heard)
                .containsExactly(
                        "one transitions",
                        "two transitions",
                        "one due 3 5",
                        "two due 3 5",
                        "one ready [http]",
                        "two ready [http]");
    }

    @Test
    void oneThatThrowsKeepsNothingFromTheOthers() {
        listeners.add(new StoreListener() {
            @Override
            public void onDue(int partition, long dueMs) {
                throw new IllegalStateException("broken");
            }
        });
        listeners.add(new Recorder("other"));

        listeners.onDue(1, 2);

        assertThat(heard).containsExactly("other due 1 2");
    }

    private final class Recorder implements StoreListener {
        private final String name;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public void onTransitions(List<Transition> transitions) {
            heard.add(name + " transitions");
        }

        @Override
        public void onDue(int partition, long dueMs) {
            heard.add(name + " due " + partition + " " + dueMs);
        }

        @Override
        public void onReady(Set<String> routes) {
            heard.add(name + " ready " + routes);
        }
    }
}
