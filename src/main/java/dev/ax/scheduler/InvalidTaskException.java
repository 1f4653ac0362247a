package dev.ax.scheduler;

import dev.ax.contract.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** A task that cannot be taken as it is; names every fault. */
public final class InvalidTaskException extends RuntimeException {
    private final transient List<Fault> faults;

    public InvalidTaskException(List<Fault> faults) {
        super(faults.stream().map(f -> f.pointer() + ": " + f.detail()).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    /** One that names a fault of the whole. */
    static InvalidTaskException ofWhole(String detail) {
        return new InvalidTaskException(List.of(new Fault("", detail)));
    }

    public List<Fault> faults() {
        return faults;
    }
}
