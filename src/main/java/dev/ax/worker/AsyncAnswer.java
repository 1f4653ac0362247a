package dev.ax.worker;

import dev.ax.contract.Durations;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;

/** Reads the answer of an executor that takes the work and will report: 202 with {@code Ax-Async: true}. */
final class AsyncAnswer {
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
        try {
            Duration every = Durations.parse(value.strip());
            return every.isZero() ? null : every;
        } catch (IllegalArgumentException notADuration) {
            return null;
        }
    }
}
