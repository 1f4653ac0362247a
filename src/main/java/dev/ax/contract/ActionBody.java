package dev.ax.contract;

/**
 * The body of an action on a task.
 *
 * @param reason kept in the history; null for none
 */
public record ActionBody(String reason) {

    static final int LONGEST_REASON = 1_000;
    private static final int MOST_BYTES = 16 * 1024;

    /** Reads it; an empty body stands for {@code {}}. */
    public static Input<ActionBody> parse(byte[] body) {
        return Bodies.read(body, MOST_BYTES, new Shape());
    }

    private static final class Shape implements Bodies.Shape<ActionBody> {
        private String reason;

        @Override
        public void member(FieldReader fields, String name) throws MalformedJsonException {
            if (name.equals("reason")) {
                reason = fields.text("/reason", LONGEST_REASON);
            } else {
                fields.unknown("", name, "reason");
            }
        }

        @Override
        public ActionBody value(FieldReader fields) {
            return new ActionBody(reason);
        }
    }
}
