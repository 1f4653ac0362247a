package dev.ax.http;

import dev.ax.contract.Problem;
import dev.ax.contract.ProblemType;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Calls of the contract that this release does not have. They answer 404 like any unknown path, with a detail that says
 * so: a client that tries them learns why, and one that looks for them by status is not misled.
 */
final class Planned {
    static final Problem PROBLEM = new Problem(
            ProblemType.NOT_FOUND,
            "this call of the contract is not part of this release; /openapi.yaml lists what there is",
            List.of(),
            Map.of(),
            null);

    private static final List<Pattern> PATHS = List.of(
            Pattern.compile("/v1/tasks/[^/]+/(pause|resume|explain)"),
            Pattern.compile("/v1/(leases|schedules|forecast|queues|events)(/.*)?"));

    /** A task may be called so, too: only what is done to all that match is not there yet. */
    private static final Pattern BULK = Pattern.compile("/v1/tasks/(cancel|replay)");

    private Planned() {}

    static boolean isPlanned(HttpMethod method, String path) {
        return PATHS.stream().anyMatch(planned -> planned.matcher(path).matches())
                || (method.equals(HttpMethod.POST) && BULK.matcher(path).matches());
    }
}
