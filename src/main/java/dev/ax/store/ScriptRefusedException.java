package dev.ax.store;

/** A script answered with one of its own error codes ({@code AX_...}): it judged the call and changed nothing. */
final class ScriptRefusedException extends RuntimeException {
    private final String code;
    private final String detail;

    ScriptRefusedException(String script, String code, String detail) {
        super("script " + script + " refused: " + code + ' ' + detail, null, false, false);
        this.code = code;
        this.detail = detail;
    }

    /** For example {@code AX_SETTINGS}. */
    String code() {
        return code;
    }

    /** What follows the code, for messages and for values that the script hands back; may be empty. */
    String detail() {
        return detail;
    }
}
