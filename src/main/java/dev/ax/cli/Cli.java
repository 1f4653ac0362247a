package dev.ax.cli;

import ch.qos.logback.classic.Level;
import dev.ax.config.ConfigException;
import dev.ax.node.Release;
import dev.ax.store.SettingsMismatchException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of {@code ax.jar}. */
@Command(
        name = "ax",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description = "A distributed task scheduler: on time, without losing one, without committing one twice.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 well, 1 failed, 2 wrong usage or configuration.",
            "Every setting is also an environment variable (AX_HTTP_PORT) and a system property (-Dax.http.port=);",
            "README.md lists them."
        })
public final class Cli implements Runnable {
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    @Spec
    private CommandSpec spec;

    private Cli() {}

    /**
     * Runs a command to its end.
     *
     * @return the exit code
     */
    public static int run(String... arguments) {
        return run(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                arguments);
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        LogStart.begin();
        return commandLine(arguments.length == 0 ? "" : arguments[0])
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((fault, line, parsed) -> failed(fault, line.getErr()))
                .execute(arguments);
    }

    /** Where one command is asked for it is the only one, since a description of the others makes each start slower. */
    private static CommandLine commandLine(String first) {
        CommandLine line = new CommandLine(new Cli());
        COMMANDS.forEach((name, command) -> {
            if (name.equals(first) || !COMMANDS.containsKey(first)) {
                line.addSubcommand(name, command.get());
            }
        });
        return line;
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("serve", ServeCommand::new);
        commands.put("demo", DemoCommand::new);
        commands.put("bench", BenchCommand::new);
        commands.put("drill", DrillCommand::new);
        return commands;
    }

    /** Without a command there is nothing to do. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing: serve, demo, bench or drill.");
    }

    /** Demo and benchmark print for people: the node's own account, its alerts too, would only run through it. */
    static void quietLog() {
        LogStart.await();
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof ch.qos.logback.classic.Logger root) {
            root.setLevel(Level.ERROR);
        }
    }

    private static int failed(Exception fault, PrintWriter err) {
        if (fault instanceof ConfigException || fault instanceof SettingsMismatchException) {
            err.println("ax: " + fault.getMessage());
            return ExitCode.USAGE;
        }
        err.println("ax: " + (fault.getMessage() == null ? fault : fault.getMessage()));
        LoggerFactory.getLogger(Cli.class).debug("the command failed", fault);
        return ExitCode.FAILED;
    }

    /** The version that the jar was built as. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"ax " + Release.version()};
        }
    }
}
