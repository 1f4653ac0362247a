package dev.ax.http;

import dev.ax.config.Role;
import dev.ax.contract.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The table of all calls, and what answers where it has none. */
final class Routes {
    private static final String CALLS = "/v1/";

    private Routes() {}

    static List<Endpoint> endpoints(Vertx vertx, HttpServices services, Papers papers, BodyReader bodies, Waits waits) {
        List<Endpoint> all = new ArrayList<>(new SubmitRoutes(vertx, services, bodies).endpoints());
        all.addAll(new TaskRoutes(services.scheduler(), waits).endpoints());
        all.addAll(new ActionRoutes(services, bodies).endpoints());
        all.addAll(new SystemRoutes(vertx, services, papers).endpoints());
        return all;
    }

    static Router router(Vertx vertx, List<Endpoint> endpoints, Guard guard) {
        Router router = Router.router(vertx);
        for (Endpoint endpoint : endpoints) {
            Route route = router.route(endpoint.method(), endpoint.path());
            if (endpoint.method().equals(HttpMethod.GET)) {
                route.method(HttpMethod.HEAD);
            }
            route.handler(guard.needing(endpoint.role())).handler(endpoint.handler());
        }
        router.route().handler(ctx -> {
            // Strangers do not learn what there is.
            if (!ctx.normalizedPath().startsWith(CALLS) || guard.mayPass(ctx, Role.READ)) {
                unknown(ctx, endpoints);
            }
        });
        router.route().failureHandler(Answers::failed);
        // What the router refuses before any route is asked.
        router.errorHandler(400, Answers::failed);
        router.errorHandler(500, Answers::failed);
        return router;
    }

    private static void unknown(RoutingContext ctx, List<Endpoint> endpoints) {
        HttpServerRequest request = ctx.request();
        String path = ctx.normalizedPath();
        if (Planned.isPlanned(request.method(), path)) {
            Answers.problem(ctx, Planned.PROBLEM);
            return;
        }
        String allowed = allowed(path, endpoints);
        if (allowed.isEmpty()) {
            Answers.problem(ctx, Problem.pathNotFound());
        } else if (request.method().equals(HttpMethod.OPTIONS)) {
            ctx.response().putHeader("Allow", allowed);
            Answers.empty(ctx);
        } else {
            ctx.response().putHeader("Allow", allowed);
            Answers.problem(ctx, Problem.methodNotAllowed(allowed));
        }
    }

    private static String allowed(String path, List<Endpoint> endpoints) {
        TreeSet<String> methods = new TreeSet<>();
        for (Endpoint endpoint : endpoints) {
            if (endpoint.hasPath(path)) {
                methods.add(endpoint.method().name());
                methods.add(HttpMethod.OPTIONS.name());
                if (endpoint.method().equals(HttpMethod.GET)) {
                    methods.add(HttpMethod.HEAD.name());
                }
            }
        }
        return String.join(", ", methods);
    }
}
