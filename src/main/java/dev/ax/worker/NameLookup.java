package dev.ax.worker;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.VertxInternal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Resolves the names of HTTP targets. Does not block. */
@FunctionalInterface
interface NameLookup {

    /** All addresses of a name, the preferred first; never empty. Fails where there is none. */
    Future<List<InetAddress>> resolve(String name);

    /** By Vert.x's own resolver, as its clients would: hosts file, then the system's name servers. */
    static NameLookup of(VertxInternal vertx) {
        return name -> {
            Promise<List<InetAddress>> addresses = Promise.promise();
            vertx.nameResolver().resolveAll(name, answer -> {
                if (answer.succeeded()) {
                    addresses.complete(answer.result().stream()
                            .map(InetSocketAddress::getAddress)
                            .toList());
                } else {
                    addresses.fail(answer.cause());
                }
            });
            return addresses.future();
        };
    }
}
