package dev.ax.scheduler;

import dev.ax.clock.StoreClock;
import dev.ax.contract.Fault;
import dev.ax.contract.Parsed;
import dev.ax.contract.Problem;
import dev.ax.contract.TaskParser;
import dev.ax.task.TaskSpec;
import java.util.List;

/** Reads submissions by the rules of the contract, the same as every other way in. */
public final class ContractReader implements RequestReader {
    private final TaskParser parser;
    private final StoreClock clock;

    public ContractReader(TaskParser parser, StoreClock clock) {
        this.parser = parser;
        this.clock = clock;
    }

    @Override
    public TaskSpec read(byte[] body) {
        Parsed parsed = parser.parse(body, null, clock.nowMs());
        if (parsed instanceof Parsed.Valid valid) {
            return valid.spec();
        }
        throw new InvalidTaskException(faults(((Parsed.Invalid) parsed).problem()));
    }

    /** A problem of the whole, such as too large a body, lists no faults. */
    private static List<Fault> faults(Problem problem) {
        return problem.errors().isEmpty() ? List.of(new Fault("", problem.detail())) : problem.errors();
    }
}
