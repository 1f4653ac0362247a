package dev.ax.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How to run another ax as this one runs: the same Java, the same jar or class path, the same settings. */
public final class AxCommand {
    /** By its name, since it stands above this package. */
    private static final String MAIN = "dev.ax.Main";

    private AxCommand() {}

    /**
     * The words of the command.
     *
     * @param options of Java, as {@link #options} makes them
     */
    public static List<String> command(List<String> options, List<String> arguments) {
        return command(null, options, arguments);
    }

    /**
     * The words of the command.
     *
     * @param classesFirst a folder that comes before all else on the class path; null for none
     * @param options of Java, as {@link #options} makes them
     */
    public static List<String> command(Path classesFirst, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(options);
        String path = System.getProperty("java.class.path");
        String first = classesFirst == null ? "" : classesFirst + File.pathSeparator;
        boolean jar =
                first.isEmpty() && System.getProperty("sun.java.command", "").startsWith(path + " ");
        command.addAll(jar ? List.of("-jar", path) : List.of("-cp", first + path, MAIN));
        command.addAll(arguments);
        return command;
    }

    /**
     * Options of Java that hand on what this process was set to.
     *
     * @param config settings that win over it, by key without the leading {@code ax.}
     */
    public static List<String> options(Map<String, String> config, List<String> more) {
        Map<String, String> settings = new TreeMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("ax."))
                .forEach(name -> settings.put(name, System.getProperty(name)));
        config.forEach((key, value) -> settings.put("ax." + key, value));
        List<String> options = new ArrayList<>(more);
        settings.forEach((name, value) -> options.add("-D" + name + "=" + value));
        return options;
    }
}
