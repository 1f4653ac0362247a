package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandlersTest {
    private final Handlers handlers = new Handlers();

    @Test
    void aHandlerIsFoundByItsType() {
        TaskHandler handler = context -> null;
        handlers.register("order.close", handler);

        assertThat(handlers.find("order.close")).isSameAs(handler);
        assertThat(handlers.find("order")).isNull();
        assertThat(handlers.types()).isEqualTo(Set.of("order.close"));
    }

    @Test
    void aSecondHandlerOfOneTypeIsRefusedAndTheFirstStays() {
        TaskHandler first = context -> null;
        handlers.register("mail", first);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> handlers.register("mail", context -> null))
                .withMessageContaining("mail");
        assertThat(handlers.find("mail")).isSameAs(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:b", "订单", "a\n"})
    void aTypeThatIsNoNameIsRefused(String type) {
        assertThatIllegalArgumentException().isThrownBy(() -> handlers.register(type, context -> null));
    }

    @Test
    void aTypeHasAHundredCharactersAtMost() {
        handlers.register("x".repeat(100), context -> null);

        assertThatIllegalArgumentException().isThrownBy(() -> handlers.register("x".repeat(101), context -> null));
    }

    @Test
    void listenersHearOfEachChangeOnceItIsMade() {
        List<Set<String>> seen = new ArrayList<>();
        handlers.onChange(() -> seen.add(handlers.types()));

        handlers.register("mail", context -> null);
        assertThat(handlers.unregister("mail")).isTrue();
        assertThat(handlers.unregister("mail")).isFalse();

        assertThat(seen).containsExactly(Set.of("mail"), Set.of());
    }
}
