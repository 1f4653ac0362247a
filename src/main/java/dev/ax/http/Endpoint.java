package dev.ax.http;

import dev.ax.config.Role;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.regex.Pattern;

/**
 * One call of the contract and who answers it.
 *
 * @param path with parameters as {@code :name}
 * @param role that a caller needs; null for none
 */
record Endpoint(HttpMethod method, String path, Pattern pattern, Role role, Handler<RoutingContext> handler) {

    /** To be looked at by anybody. */
    static Endpoint open(String path, Handler<RoutingContext> handler) {
        return of(HttpMethod.GET, path, null, handler);
    }

    static Endpoint get(String path, Role role, Handler<RoutingContext> handler) {
        return of(HttpMethod.GET, path, role, handler);
    }

    static Endpoint post(String path, Role role, Handler<RoutingContext> handler) {
        return of(HttpMethod.POST, path, role, handler);
    }

    static Endpoint delete(String path, Role role, Handler<RoutingContext> handler) {
        return of(HttpMethod.DELETE, path, role, handler);
    }

    private static Endpoint of(HttpMethod method, String path, Role role, Handler<RoutingContext> handler) {
        return new Endpoint(method, path, pattern(path), role, handler);
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
