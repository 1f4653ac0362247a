package dev.ax.contract;

import dev.ax.task.Progress;

/**
 * The body of {@code POST /v1/tasks/{id}/heartbeat}.
 *
 * @param progress null where nothing was said
 */
public record HeartbeatBody(long token, Progress progress) {

    static final int LONGEST_NOTE = 1_000;
    private static final int MOST_BYTES = 16 * 1024;

    public static Input<HeartbeatBody> parse(byte[] body) {
        return Bodies.read(body, MOST_BYTES, new Shape());
    }

    private static final class Shape implements Bodies.Shape<HeartbeatBody> {
        private boolean hasToken;
        private long token;
        private double ratio = Double.NaN;
        private String note;
        private String logUrl;

        @Override
        public void member(FieldReader fields, String name) throws MalformedJsonException {
            switch (name) {
                case "token" -> {
                    hasToken = true;
                    token = fields.token("/token");
                }
                case "progress" -> ratio = fields.number("/progress", 0, 1);
                case "note" -> note = fields.untrustedText("/note", LONGEST_NOTE);
                case "logUrl" -> logUrl = fields.link("/logUrl");
                default -> fields.unknown("", name, "token, progress, note, logUrl");
            }
        }

        @Override
        public HeartbeatBody value(FieldReader fields) {
            if (!hasToken) {
                fields.fault("/token", "is required: the token of the attempt");
            }
            boolean silent = Double.isNaN(ratio) && note == null && logUrl == null;
            return new HeartbeatBody(token, silent ? null : new Progress(ratio, note, logUrl));
        }
    }
}
