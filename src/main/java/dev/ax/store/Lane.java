package dev.ax.store;

/** A queue × route: tasks of one queue that the same executors can run. */
record Lane(String queue, String route) {

    /** Queues have no colon in their names, so the first one parts the two. */
    static Lane parse(String name) {
        int colon = name.indexOf(':');
        return new Lane(name.substring(0, colon), name.substring(colon + 1));
    }

    String name() {
        return queue + ":" + route;
    }

    /** The type that the route names; null where it names none. */
    String type() {
        return route.startsWith("type:") ? route.substring("type:".length()) : null;
    }
}
