package dev.ax.http;

/** Writes HTML by hand: text is escaped, tags are the caller's. */
final class Html {
    private final StringBuilder out = new StringBuilder(8192);

    /** Markup, as it is. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Text between tags or in a quoted attribute; null is nothing. */
    Html text(Object value) {
        String text = value == null ? "" : value.toString();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.append(c);
            }
        }
        return this;
    }

    /** {@code <tag>text</tag>}; nothing where there is no text. */
    Html element(String tag, Object value) {
        if (value == null) {
            return this;
        }
        return raw("<" + tag + ">").text(value).raw("</" + tag + ">");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
