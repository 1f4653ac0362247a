package dev.ax.cli;

import dev.ax.drill.DrillUnavailableException;
import dev.ax.drill.Drills;
import dev.ax.drill.Report;
import dev.ax.drill.Scale;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code drill}: faults on real nodes, and a look at the whole history of every task afterwards. */
@Command(
        name = "drill",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        synopsisSubcommandLabel = "",
        usageHelpWidth = 120,
        subcommands = DrillNodeCommand.class,
        description = {
            "Starts three nodes and a Redis on this machine, drives load at them, injects a fault, then looks at the whole",
            "history of every task: none lost, none committed twice, none early. Prints a table for each drill, and exits 1",
            "where a goal is not met. Without a name it lists what there is; of 'all' it skips what cannot be done here."
        })
final class DrillCommand implements Callable<Integer> {
    private static final List<String> ALL = List.of("all");

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "DRILL", description = "One or more, or 'all'.")
    private List<String> names = List.of();

    @Option(
            names = "--brief",
            description = "In a minute each: leases of 6 s instead of 30 s, everything in proportion, less load.")
    private boolean brief;

    @Option(
            names = "--rounds",
            defaultValue = "0",
            description = "How often the fault comes (default: the drill's own).")
    private int rounds;

    @Option(names = "--rate", defaultValue = "0", description = "Tasks a second (default: the drill's own).")
    private int rate;

    @Option(names = "--cluster", description = "On a Redis Cluster of three masters, with eight groups.")
    private boolean cluster;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (names.isEmpty()) {
            Drills.described().forEach((name, about) -> out.printf("%-20s %s%n", name, about));
            return ExitCode.OK;
        }
        Cli.quietLog();
        List<String> wanted = names.equals(ALL) ? List.copyOf(Drills.described().keySet()) : names;
        for (String name : wanted) {
            if (!Drills.described().containsKey(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "There is no drill '" + name + "'; there are: "
                                + String.join(", ", Drills.described().keySet()) + ".");
            }
        }
        boolean met = true;
        for (String name : wanted) {
            met &= isMet(name, out);
        }
        return met ? ExitCode.OK : ExitCode.FAILED;
    }

    /** One that comes to no end does not keep the next from its turn. */
    private boolean isMet(String name, PrintWriter out) {
        try {
            Report report =
                    Drills.run(name, new Scale(brief, rounds, rate, cluster)).orElseThrow();
            report.print(out);
            return report.isMet();
        } catch (DrillUnavailableException here) {
            out.printf("drill %s%nskipped: %s%n", name, here.getMessage());
            return names.equals(ALL);
        } catch (IllegalStateException fault) {
            out.printf("drill %s%ncame to no end: %s%n", name, fault.getMessage());
            return false;
        }
    }
}
