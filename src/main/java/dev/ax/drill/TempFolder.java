package dev.ax.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted with all that is in it. */
final class TempFolder implements AutoCloseable {
    private final Path path;

    TempFolder(String prefix) {
        try {
            this.path = Files.createTempDirectory(prefix);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        Leftovers.opened(this);
    }

    Path path() {
        return path;
    }

    @Override
    public synchronized void close() {
        Leftovers.closed(this);
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
