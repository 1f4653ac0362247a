package dev.ax.contract;

import java.util.Arrays;

/** The body of {@code POST /v1/tasks/{id}/report}. */
public final class ReportBody {

    /** A result of more bytes is not kept, as with an answer of the executor: the work it stands for was done. */
    public static final int LARGEST_RESULT = 64 * 1024;

    static final int LONGEST_ERROR = 16 * 1024;

    /** A body of more bytes is refused. */
    public static final int MOST_BYTES = 1024 * 1024;

    private static final String FIELDS = "token, status, result, error, permanent, logUrl";

    private ReportBody() {}

    /** Reads the report on an attempt of the task {@code id}. A result counts with SUCCEEDED only, an error with FAILED. */
    public static Input<Report> parse(String id, byte[] body) {
        return Bodies.read(body, MOST_BYTES, new Shape(id, body));
    }

    private static final class Shape implements Bodies.Shape<Report> {
        private final String id;
        private final byte[] body;
        private boolean hasToken;
        private long token;
        private boolean hasStatus;
        private boolean succeeded;
        private byte[] result;
        private boolean resultOmitted;
        private String error;
        private boolean permanent;
        private String logUrl;

        Shape(String id, byte[] body) {
            this.id = id;
            this.body = body;
        }

        @Override
        public void member(FieldReader fields, String name) throws MalformedJsonException {
            switch (name) {
                case "token" -> {
                    hasToken = true;
                    token = fields.token("/token");
                }
                case "status" -> {
                    hasStatus = true;
                    readStatus(fields);
                }
                case "result" -> readResult(fields.json());
                case "error" -> error = fields.untrustedText("/error", LONGEST_ERROR);
                case "permanent" -> permanent = Boolean.TRUE.equals(fields.bool("/permanent"));
                case "logUrl" -> logUrl = fields.link("/logUrl");
                default -> fields.unknown("", name, FIELDS);
            }
        }

        private void readStatus(FieldReader fields) throws MalformedJsonException {
            String status = fields.string("/status");
            succeeded = "SUCCEEDED".equals(status);
            if (status != null && !succeeded && !status.equals("FAILED")) {
                fields.fault("/status", "must be SUCCEEDED or FAILED");
            }
        }

        private void readResult(JsonReader json) throws MalformedJsonException {
            json.peek();
            int from = json.position();
            json.skip();
            resultOmitted = json.position() - from > LARGEST_RESULT;
            result = resultOmitted ? null : Arrays.copyOfRange(body, from, json.position());
        }

        @Override
        public Report value(FieldReader fields) {
            if (!hasToken) {
                fields.fault("/token", "is required: the token of the attempt");
            }
            if (!hasStatus) {
                fields.fault("/status", "is required: SUCCEEDED or FAILED");
            }
            return succeeded
                    ? new Report(id, token, true, result, resultOmitted, null, false, logUrl)
                    : new Report(id, token, false, null, false, error, permanent, logUrl);
        }
    }
}
