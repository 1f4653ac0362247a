package dev.ax.bus;

import dev.ax.contract.Fault;
import dev.ax.contract.JsonText;
import dev.ax.contract.Problem;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * What a message says of the task it is about.
 *
 * @param reason null for none
 */
record BusBody(String id, String reason) {
    private static final int LONGEST_REASON = 1_000;

    /**
     * @param withReason whether a reason may be given
     * @throws BusRefusal naming every fault
     */
    static BusBody parse(byte[] text, boolean withReason) {
        JsonObject body = object(text);
        List<Fault> faults = new ArrayList<>();
        for (String field : body.fieldNames()) {
            boolean known = field.equals("id") || (withReason && field.equals("reason"));
            if (!known) {
                faults.add(new Fault("/" + field, "is no field here; known are id" + (withReason ? ", reason" : "")));
            }
        }
        if (!(body.getValue("id") instanceof String)) {
            faults.add(new Fault("/id", "is required: the task's id, a string"));
        }
        Object reason = withReason ? body.getValue("reason") : null;
        if (withReason && body.containsKey("reason") && !isReason(reason)) {
            faults.add(new Fault("/reason", "must be a string of at most " + LONGEST_REASON + " characters"));
        }
        if (!faults.isEmpty()) {
            throw new BusRefusal(Problem.invalid(faults));
        }
        return new BusBody(body.getString("id"), (String) reason);
    }

    private static JsonObject object(byte[] text) {
        if (JsonText.isValid(text) && BusJson.read(text) instanceof JsonObject object) {
            return object;
        }
        throw new BusRefusal(Problem.invalid("the body must be a JSON object"));
    }

    private static boolean isReason(Object reason) {
        return reason instanceof String text && text.length() <= LONGEST_REASON;
    }
}
