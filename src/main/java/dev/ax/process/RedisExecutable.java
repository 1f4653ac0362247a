package dev.ax.process;

import dev.ax.config.ConfigException;
import dev.ax.config.ConfigFault;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** Finds a Redis server to run: a named one, one on the PATH, or the one that ax.jar carries. */
final class RedisExecutable {
    /** Names the server to run: a path, or a name to look for on the PATH. */
    static final String VARIABLE = "AX_DEV_REDIS_SERVER";

    private static final List<String> NAMES = List.of("redis-server", "valkey-server");

    private final Map<String, String> environment;

    RedisExecutable(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The server to run.
     *
     * @throws ConfigException if the one that is named cannot be run
     * @throws IOException if the one in the jar cannot be unpacked
     */
    Path find() throws IOException {
        String named = environment.get(VARIABLE);
        if (named != null) {
            return located(named)
                    .orElseThrow(() -> new ConfigException(List.of(new ConfigFault(
                            VARIABLE, named, "environment", "a redis-server or valkey-server that can be run"))));
        }
        Optional<Path> installed =
                NAMES.stream().flatMap(name -> located(name).stream()).findFirst();
        return installed.isPresent() ? installed.get() : bundled();
    }

    /** A program of the system, such as {@code setsid}. */
    Optional<Path> located(String name) {
        if (name.contains(File.separator)) {
            return Optional.of(Path.of(name).toAbsolutePath()).filter(Files::isExecutable);
        }
        String path = environment.getOrDefault("PATH", "");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /**
     * Unpacks the server of the jar, once for all starts: ten megabytes each would soon fill the temporary folder. It is
     * moved into place whole, so that two nodes that start together never run half a file.
     */
    private static Path bundled() throws IOException {
        String resource = ExecutableProvider.newProvidedVersionsMap().get(OsArchitecture.detectOSandArchitecture());
        if (resource == null) {
            throw new IOException(
                    "ax.jar carries no Redis for this system: install redis-server or valkey-server, or name"
                            + " one by " + VARIABLE);
        }
        Path folder = cacheFolder();
        Path executable = folder.resolve(Path.of(resource).getFileName().toString());
        if (!Files.isExecutable(executable)) {
            Path fresh = Files.createTempDirectory(folder, "unpack");
            File unpacked =
                    ExecutableProvider.newJarResourceProvider(fresh.toFile()).get();
            Files.move(unpacked.toPath(), executable, StandardCopyOption.ATOMIC_MOVE);
            deleteFolder(fresh);
        }
        return executable;
    }

    /** A folder of this user's own; one that somebody else made could hold anything. */
    static Path cacheFolder() throws IOException {
        String user = System.getProperty("user.name");
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "ax-redis-" + user.replaceAll("\\W", "_"));
        try {
            Files.createDirectories(folder);
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
            return folder;
        } catch (IOException notOurs) {
            return Files.createTempDirectory("ax-redis");
        }
    }

    private static void deleteFolder(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
