package dev.ax.contract;

/** The rules of names. Any thread may use it. */
public final class Names {

    static final int LONGEST_ID = 200;
    static final int LONGEST_NAME = 100;
    static final int LONGEST_LABEL_KEY = 63;

    static final String ID_RULE = "must be 1 to 200 characters of A-Za-z0-9._:@+=- that start with a letter or digit";
    static final String NAME_RULE = "must be 1 to 100 characters of A-Za-z0-9._-";
    static final String LABEL_KEY_RULE = "must have a name of 1 to 63 characters of A-Za-z0-9._-";

    private static final boolean[] LETTER_OR_DIGIT = table("");
    private static final boolean[] IN_NAME = table("._-");
    private static final boolean[] IN_ID = table("._:@+=-");
    private static final boolean[] IN_KEPT_ID = table("._:@+=-~");

    private Names() {}

    /** Whether a caller may give this id, or this {@code concurrencyKey}, to a task: {@code ~} is for those ax makes. */
    public static boolean isSubmittableId(String id) {
        return consistsOf(id, LONGEST_ID, IN_ID) && startsWell(id);
    }

    /** Whether a task may be known by this id, those that ax makes ({@code parent~0}) among them. */
    public static boolean isId(String id) {
        // what ax appends, an instant at most, is not counted against the caller's 200 characters
        return consistsOf(id, LONGEST_ID + 64, IN_KEPT_ID) && startsWell(id);
    }

    /** Whether it can name a type, a queue or a schedule. */
    public static boolean isName(String name) {
        return consistsOf(name, LONGEST_NAME, IN_NAME);
    }

    public static boolean isLabelKey(String key) {
        return consistsOf(key, LONGEST_LABEL_KEY, IN_NAME);
    }

    private static boolean startsWell(String id) {
        return LETTER_OR_DIGIT[id.charAt(0)];
    }

    private static boolean consistsOf(String text, int longest, boolean[] allowed) {
        if (text.isEmpty() || text.length() > longest) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= allowed.length || !allowed[c]) {
                return false;
            }
        }
        return true;
    }

    private static boolean[] table(String marks) {
        boolean[] allowed = new boolean[128];
        for (char c = 0; c < allowed.length; c++) {
            boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            allowed[c] = letter || (c >= '0' && c <= '9') || marks.indexOf(c) >= 0;
        }
        return allowed;
    }
}
