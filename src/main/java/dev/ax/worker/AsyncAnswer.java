package dev.ax.worker;

import io.vertx.core.http.HttpClientResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the answer of an executor that takes the work and will report: 202 with {@code Ax-Async: true}. */
final class AsyncAnswer {
    private static final Pattern SUM = Pattern.compile("([0-9]{1,12}(ms|s|m|h|d))+");
    private static final Pattern PART = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

    private AsyncAnswer() {}

    static boolean isAsync(HttpClientResponse response) {
        String value = response.getHeader("Ax-Async");
        return response.statusCode() == 202 && value != null && value.strip().equalsIgnoreCase("true");
    }

    /**
     * How often the executor will be heard of: {@code Ax-Heartbeat}.
     *
     * @return null where it does not say, or says what is no positive duration: then the timeout alone counts
     */
    static Duration heartbeat(String value) {
        if (value == null) {
            return null;
        }
        String text = value.strip();
        try {
            Duration every = SUM.matcher(text).matches() ? sum(text) : Duration.parse(text.toUpperCase(Locale.ROOT));
            return every.isNegative() || every.isZero() ? null : every;
        } catch (DateTimeException | ArithmeticException notADuration) {
            return null;
        }
    }

    private static Duration sum(String text) {
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
        }
        return sum;
    }

    private static Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }
}
