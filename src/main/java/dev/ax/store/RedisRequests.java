package dev.ax.store;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Makes the request of one call, anew for each sending. */
@FunctionalInterface
interface RedisRequests {

    /**
     * Makes the request.
     *
     * @param resend whether an earlier sending may have run
     * @param source whether the server lacks the script, so that its source must go along
     */
    Request make(boolean resend, boolean source);

    /** A plain command, the same whenever it is sent. */
    static RedisRequests of(Request request) {
        return (resend, source) -> request;
    }

    /** A script with one key: by its sum, or by its source, which the server then keeps. */
    static RedisRequests of(LuaScript script, String key, ScriptArgs args) {
        byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
        return (resend, source) -> {
            List<byte[]> list = args.list(resend);
            Object[] all = new Object[3 + list.size()];
            all[0] = source ? script.source() : script.sha1();
            all[1] = "1";
            all[2] = keyBytes;
            for (int i = 0; i < list.size(); i++) {
                all[3 + i] = list.get(i);
            }
            return Request.cmd(source ? Command.EVAL : Command.EVALSHA, all);
        };
    }
}
