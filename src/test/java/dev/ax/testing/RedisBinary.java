package dev.ax.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import redis.embedded.core.ExecutableProvider;

/** The Redis that tests run: the one that {@code TEST_REDIS_SERVER} names, else the embedded one (6.2). */
final class RedisBinary {
    private static final String VARIABLE = "TEST_REDIS_SERVER";
    private static final String PATH = find();

    private RedisBinary() {}

    static String path() {
        return PATH;
    }

    private static String find() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) {
            return named;
        }
        try {
            return unpack(Path.of("target", "test-redis").toAbsolutePath());
        } catch (IOException fault) {
            throw new UncheckedIOException("no embedded Redis for this platform; set " + VARIABLE, fault);
        }
    }

    /** Unpacked once a build folder, and moved into place whole: several JVMs may come here at the same time. */
    private static String unpack(Path folder) throws IOException {
        Path binary = folder.resolve("redis-server");
        if (!Files.isExecutable(binary)) {
            Files.createDirectories(folder);
            Path fresh = Files.createTempDirectory(folder, "unpack");
            File unpacked =
                    ExecutableProvider.newJarResourceProvider(fresh.toFile()).get();
            Files.move(unpacked.toPath(), binary, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Files.delete(fresh);
        }
        return binary.toString();
    }
}
