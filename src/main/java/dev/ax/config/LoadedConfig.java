package dev.ax.config;

import java.util.List;
import org.slf4j.Logger;

/**
 * A configuration and where it came from.
 *
 * @param effective every value in force, one line a section, with the origin of what is not the default; no secrets
 * @param warnings what was set and has no effect
 */
public record LoadedConfig(AxConfig config, List<String> effective, List<String> warnings) {

    public LoadedConfig {
        effective = List.copyOf(effective);
        warnings = List.copyOf(warnings);
    }

    /** Writes both to the log. */
    public void log(Logger log) {
        effective.forEach(log::info);
        warnings.forEach(log::warn);
    }
}
