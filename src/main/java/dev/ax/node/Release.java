package dev.ax.node;

/** Which ax this is. */
public final class Release {
    private Release() {}

    /** The version that the jar was built as; in words where the classes are in no jar. */
    public static String version() {
        String version = Release.class.getPackage().getImplementationVersion();
        return version == null ? "(not built as a jar)" : version;
    }
}
