package dev.ax.http;

import dev.ax.async.Bridge;
import dev.ax.config.Role;
import dev.ax.contract.ClusterJson;
import dev.ax.metrics.PrometheusMeters;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** The cluster, health, metrics, the contract, and the pages for people. */
final class SystemRoutes {
    private static final Buffer LIVE = Buffer.buffer("{\"status\":\"live\"}");
    private static final Buffer READY = Buffer.buffer("{\"status\":\"ready\"}");
    private static final String YAML = "application/yaml";
    private static final String HTML = "text/html; charset=utf-8";

    private final Vertx vertx;
    private final HttpServices services;
    private final Papers papers;

    SystemRoutes(Vertx vertx, HttpServices services, Papers papers) {
        this.vertx = vertx;
        this.services = services;
        this.papers = papers;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/v1/cluster", Role.READ, this::cluster),
                Endpoint.open("/health/live", this::live),
                Endpoint.open("/health/ready", this::ready),
                Endpoint.get("/metrics", Role.READ, this::metrics),
                Endpoint.open("/openapi.yaml", ctx -> Answers.body(ctx, 200, YAML, papers.contract())),
                Endpoint.open("/docs", this::docs),
                Endpoint.open("/", ctx -> page(ctx, papers.home())));
    }

    private void cluster(RoutingContext ctx) {
        Answers.when(
                ctx,
                Bridge.future(services.cluster().get()),
                cluster -> Answers.json(ctx, 200, ClusterJson.of(cluster)));
    }

    /** The loop that answers turns, or it would not; so only the others are in question. */
    private void live(RoutingContext ctx) {
        List<String> silent = services.pulse().silent();
        if (silent.isEmpty()) {
            Answers.json(ctx, 200, LIVE);
        } else {
            Answers.refused(ctx, Refusal.hanging(silent));
        }
    }

    private void ready(RoutingContext ctx) {
        List<String> reasons = services.notReady().get();
        if (reasons.isEmpty()) {
            Answers.json(ctx, 200, READY);
        } else {
            Answers.refused(ctx, Refusal.notReady(reasons));
        }
    }

    private void metrics(RoutingContext ctx) {
        Answers.when(
                ctx,
                vertx.executeBlocking(services.scrape()::get, false),
                text -> Answers.body(ctx, 200, PrometheusMeters.CONTENT_TYPE, Buffer.buffer(text)));
    }

    private void docs(RoutingContext ctx) {
        Answers.when(ctx, vertx.executeBlocking(papers::contractPage, false), html -> page(ctx, html));
    }

    private static void page(RoutingContext ctx, Buffer html) {
        ctx.response().putHeader("Content-Security-Policy", Pages.POLICY);
        Answers.body(ctx, 200, HTML, html);
    }
}
