package dev.ax.http;

import dev.ax.config.Role;
import dev.ax.contract.Problem;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * Asks who calls (RFC 6750), before anything of the request but its head is read. Where there are no keys, everybody may
 * do everything.
 */
final class Guard {
    private static final CharSequence WWW_AUTHENTICATE = HttpHeaders.createOptimized("WWW-Authenticate");
    private static final String SCHEME = "Bearer ";
    private static final String CHALLENGE = "Bearer realm=\"ax\"";

    private final KeyRing keys;

    Guard(KeyRing keys) {
        this.keys = keys;
    }

    /** Lets a caller pass to the next handler who may do what needs this role; null needs none. */
    Handler<RoutingContext> needing(Role role) {
        if (role == null || keys.isEmpty()) {
            return RoutingContext::next;
        }
        return ctx -> {
            if (mayPass(ctx, role)) {
                ctx.next();
            }
        };
    }

    /** Whether the caller may do what needs this role; where not, it is told. */
    boolean mayPass(RoutingContext ctx, Role needed) {
        if (keys.isEmpty()) {
            return true;
        }
        String shown = shown(ctx);
        Role role = shown == null ? null : keys.roleOf(shown);
        if (role == null) {
            refuse(ctx, shown == null ? "" : ", error=\"invalid_token\"", Problem.unauthenticated());
        } else if (!role.allows(needed)) {
            refuse(ctx, ", error=\"insufficient_scope\"", Problem.notAllowed(needed.label(), role.label()));
        } else {
            return true;
        }
        return false;
    }

    private static void refuse(RoutingContext ctx, String error, Problem problem) {
        ctx.response().putHeader(WWW_AUTHENTICATE, CHALLENGE + error);
        Answers.problem(ctx, problem);
    }

    /** Null where there is no one header of that form. The scheme's letters may be small or capital (RFC 9110, 11.1). */
    private static String shown(RoutingContext ctx) {
        List<String> headers = ctx.request().headers().getAll(HttpHeaders.AUTHORIZATION);
        if (headers.size() != 1) {
            return null;
        }
        String header = headers.get(0);
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? header.substring(SCHEME.length()).strip()
                : null;
    }
}
