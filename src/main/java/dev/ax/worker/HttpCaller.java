package dev.ax.worker;

import dev.ax.clock.StoreClock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;

/**
 * What the calls of a pool share.
 *
 * @param loop the event loop that they all run on
 */
record HttpCaller(
        Vertx vertx,
        Context loop,
        HttpClient client,
        NameLookup names,
        TargetRules rules,
        TargetHeaders headers,
        WebhookSigner signer,
        StoreClock clock) {}
