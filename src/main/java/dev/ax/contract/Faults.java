package dev.ax.contract;

import java.util.ArrayList;
import java.util.List;

/** Gathers the faults of one input. Costs nothing while there are none. Used by one thread. */
final class Faults {

    /** An answer lists so many; a body made of nothing but faults must not become an answer a hundred times its size. */
    static final int MOST = 100;

    private List<Fault> list = List.of();

    void add(String pointer, String detail) {
        if (list.isEmpty()) {
            list = new ArrayList<>(4);
        }
        if (list.size() < MOST) {
            list.add(new Fault(pointer, detail));
        } else if (list.size() == MOST) {
            list.add(new Fault("", "has more faults than these " + MOST + "; mend these first"));
        }
    }

    boolean none() {
        return list.isEmpty();
    }

    /** Whether nothing more will be listed. */
    boolean full() {
        return list.size() > MOST;
    }

    List<Fault> list() {
        return List.copyOf(list);
    }

    /** The pointer (RFC 6901) to a member of what {@code parent} points to. */
    static String pointer(String parent, String name) {
        StringBuilder pointer = new StringBuilder(parent.length() + name.length() + 1).append(parent);
        appendTo(pointer, name);
        return pointer.toString();
    }

    static void appendTo(StringBuilder pointer, String name) {
        pointer.append('/');
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '~') {
                pointer.append("~0");
            } else if (c == '/') {
                pointer.append("~1");
            } else {
                pointer.append(c);
            }
        }
    }
}
