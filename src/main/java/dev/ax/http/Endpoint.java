package dev.ax.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.regex.Pattern;

/**
 * One call of the contract and who answers it.
 *
 * @param path with parameters as {@code :name}
 */
record Endpoint(HttpMethod method, String path, Pattern pattern, Handler<RoutingContext> handler) {

    static Endpoint get(String path, Handler<RoutingContext> handler) {
        return of(HttpMethod.GET, path, handler);
    }

    static Endpoint post(String path, Handler<RoutingContext> handler) {
        return of(HttpMethod.POST, path, handler);
    }

    static Endpoint delete(String path, Handler<RoutingContext> handler) {
        return of(HttpMethod.DELETE, path, handler);
    }

    private static Endpoint of(HttpMethod method, String path, Handler<RoutingContext> handler) {
        return new Endpoint(method, path, pattern(path), handler);
    }

    /** Whether the path of a request is one of these, whatever the method. */
    boolean hasPath(String requested) {
        return pattern.matcher(requested).matches();
    }

    /** Matches what {@code :name} may stand for: one segment. */
    static Pattern pattern(String path) {
        return Pattern.compile(path.replaceAll(":[a-z]+", "[^/]+"));
    }
}
