package dev.ax.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTest {

    @Test
    void whatIsPlainIsWrittenAsVertxWritesIt() {
        JsonObject plain = new JsonObject()
                .put("id", "order:close:123456")
                .put(
                        "payload",
                        new JsonObject()
                                .put("order", 7)
                                .put("places", new JsonArray().add("北京").add(-1L)))
                .put("interruptible", false)
                .put("nothing", null)
                .put("empty", new JsonObject());

        assertThat(PlainJson.write(plain)).isEqualTo(plain.toBuffer().getBytes());
    }

    @Test
    void whatIsNotPlainIsLeftToOthers() {
        for (Object value : List.of(
                "a \"quote\"",
                "a\\b",
                "line\n",
                "\u007f",
                "\ud83d\ude00",
                "\ud83d",
                1.5,
                1f,
                new byte[1],
                Map.of(),
                List.of(),
                Instant.EPOCH,
                new Object())) {
            assertThat(PlainJson.write(new JsonObject().put("payload", value))).isNull();
            assertThat(PlainJson.write(new JsonObject().put("in", new JsonArray().add(value))))
                    .isNull();
        }
        assertThat(PlainJson.write(new JsonObject().put("a\"", 1))).isNull();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void whateverItWritesIsWhatVertxWrites(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int written = 0;
        for (int i = 0; i < 2_000; i++) {
            JsonObject object = object(random, 3);
            byte[] plain = PlainJson.write(object);
            if (plain != null) {
                written++;
                assertThat(plain).isEqualTo(object.toBuffer().getBytes());
            }
        }
        assertThat(written).isGreaterThan(100);
    }

    private static JsonObject object(SplittableRandom random, int depth) {
        JsonObject object = new JsonObject();
        for (int left = random.nextInt(4); left > 0; left--) {
            object.put(text(random), value(random, depth));
        }
        return object;
    }

    private static Object value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> null;
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            case 3 -> random.nextBoolean();
            case 4, 5 -> text(random);
            case 6 -> object(random, depth - 1);
            default -> new JsonArray().add(value(random, depth - 1)).add(value(random, depth - 1));
        };
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(6); left > 0; left--) {
            // mostly letters; now and then any character that is not half of a pair
            int c = random.nextInt(8) > 0 ? 'a' + random.nextInt(26) : random.nextInt(Character.MIN_SURROGATE);
            text.append((char) c);
        }
        return text.toString();
    }
}
