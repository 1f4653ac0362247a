package dev.ax.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** Reads what a stretch of work costs: time, CPU of this process and of Redis, memory of both. */
final class BenchMeter {
    /** A collection may leave what only the next one finds. */
    private static final int COLLECTIONS = 3;

    private final int redisPort;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    BenchMeter(int redisPort) {
        this.redisPort = redisPort;
    }

    /**
     * One reading.
     *
     * @param nanos by {@link System#nanoTime}
     * @param nodeCpuNanos of this process, load generator included
     * @param redisCpuMicros of all threads of Redis, the kernel's share included
     */
    record Reading(long nanos, long nodeCpuNanos, double redisCpuMicros) {}

    Reading read() {
        try (RedisProbe probe = new RedisProbe(redisPort)) {
            double seconds = Double.parseDouble(probe.info("cpu", "used_cpu_user"))
                    + Double.parseDouble(probe.info("cpu", "used_cpu_sys"));
            return new Reading(System.nanoTime(), system.getProcessCpuTime(), seconds * 1e6);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    long redisMemory() {
        return Long.parseLong(info("memory", "used_memory"));
    }

    String redisVersion() {
        String valkey = info("server", "valkey_version");
        return valkey.isEmpty() ? "Redis " + info("server", "redis_version") : "Valkey " + valkey;
    }

    /** Bytes of heap that are reachable. */
    long heap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }

    private String info(String section, String field) {
        try (RedisProbe probe = new RedisProbe(redisPort)) {
            return probe.info(section, field);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
