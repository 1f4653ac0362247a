package dev.ax.deploy;

import static org.junit.jupiter.api.Assumptions.abort;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Renders a folder as {@code kubectl apply -k} would. */
final class Kustomize {
    private Kustomize() {}

    /** What {@code folder} becomes; ends the test as skipped on a machine without kubectl. */
    static List<HasMetadata> render(Path folder) {
        if (!installed()) {
            return abort("kubectl is not installed");
        }
        try {
            Process kubectl = new ProcessBuilder("kubectl", "kustomize", folder.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kubectl.waitFor() != 0) {
                throw new IllegalStateException("kubectl does not render " + folder + ": " + output);
            }
            return Manifests.parse("rendered " + folder, output);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(fault);
        }
    }

    private static boolean installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
    }
}
