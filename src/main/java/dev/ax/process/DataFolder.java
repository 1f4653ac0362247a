package dev.ax.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The folder that a Redis keeps its data in, held by one process at a time. The lock is the system's, so it ends with
 * the process that holds it, however that ends; a server that still runs on a folder whose lock is free is an orphan.
 */
final class DataFolder implements AutoCloseable {
    private static final String LOCK = "ax.lock";
    private static final String PID = "redis.pid";
    private static final long PATIENCE_SECONDS = 10;

    /** The system's idea of when a process began moves by as much when the clock is set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private final Path path;
    private final FileChannel channel;

    private DataFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Takes the folder, made where it is missing, and ends the orphan in it.
     *
     * @throws IOException if another process holds it, or it cannot be written
     */
    static DataFolder take(Path path) throws IOException {
        Path folder = Files.createDirectories(path.toAbsolutePath());
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IOException(inUse(folder));
            }
            DataFolder taken = new DataFolder(folder, channel);
            taken.endOrphan();
            return taken;
        } catch (OverlappingFileLockException fault) {
            channel.close();
            throw new IOException(inUse(folder), fault);
        } catch (IOException fault) {
            channel.close();
            throw fault;
        }
    }

    Path path() {
        return path;
    }

    /** Notes which process runs on it. */
    void runs(Process server) throws IOException {
        Instant began = server.info().startInstant().orElse(Instant.EPOCH);
        Files.writeString(path.resolve(PID), server.pid() + " " + began.toEpochMilli());
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path.resolve(PID));
        channel.close();
    }

    private void endOrphan() throws IOException {
        Optional<ProcessHandle> orphan = orphan();
        if (orphan.isEmpty()) {
            return;
        }
        orphan.get().destroy();
        if (!ends(orphan.get())) {
            orphan.get().destroyForcibly();
            if (!ends(orphan.get())) {
                throw new IOException("a Redis that a former node left behind on " + path + " does not end: process "
                        + orphan.get().pid());
            }
        }
    }

    /** The process of the pid file, unless its number has gone to another since. */
    private Optional<ProcessHandle> orphan() throws IOException {
        String text;
        try {
            text = Files.readString(path.resolve(PID));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        try {
            String[] parts = text.strip().split(" ", 2);
            Instant began = Instant.ofEpochMilli(Long.parseLong(parts[1]));
            return ProcessHandle.of(Long.parseLong(parts[0]))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info()
                            .startInstant()
                            .map(start -> Duration.between(start, began).abs().compareTo(TOLERANCE) <= 0)
                            .orElse(false));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException cut) {
            return Optional.empty();
        }
    }

    private static boolean ends(ProcessHandle process) {
        try {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException fault) {
            return false;
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String inUse(Path folder) {
        return "the data folder " + folder + " is in use by another ax";
    }
}
