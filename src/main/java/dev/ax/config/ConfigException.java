package dev.ax.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used; the message lists every fault, one a line. */
public final class ConfigException extends RuntimeException {
    private final transient List<ConfigFault> faults;

    public ConfigException(List<ConfigFault> faults) {
        super(faults.stream()
                .map(fault -> "  " + fault)
                .collect(Collectors.joining(
                        "\n",
                        "the configuration has " + (faults.size() == 1 ? "1 fault" : faults.size() + " faults") + ":\n",
                        "")));
        this.faults = List.copyOf(faults);
    }

    public List<ConfigFault> faults() {
        return faults;
    }
}
