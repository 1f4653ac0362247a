package dev.ax.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has cost so far. */
final class BenchMeter {
    /** A collection may leave what only the next one finds. */
    private static final int COLLECTIONS = 3;

    private static final Path STATUS = Path.of("/proc/self/status");

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    long cpuNanos() {
        return system.getProcessCpuTime();
    }

    /** Bytes of heap that are reachable. */
    long heap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }

    /** Resident bytes of this process; 0 where the system does not tell. */
    long resident() {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
