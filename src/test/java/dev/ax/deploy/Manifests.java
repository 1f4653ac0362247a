package dev.ax.deploy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The manifests of a folder, read by Kubernetes' own model. */
public final class Manifests {
    static final Path BASE = Path.of("k8s/base");
    static final Path TRY = Path.of("k8s/overlays/try");

    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String KUSTOMIZATION = "kustomization.yaml";

    private Manifests() {}

    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml")
                            && !file.endsWith(KUSTOMIZATION)
                            && !file.endsWith("small.yaml"))
                    .sorted()
                    .toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    static List<HasMetadata> read(Path file) {
        return parse(file.toString(), text(file));
    }

    /** The documents of {@code text}, which is named {@code source} in errors. */
    static List<HasMetadata> parse(String source, String text) {
        List<HasMetadata> read = new ArrayList<>();
        for (String document : text.split("(?m)^---$", -1)) {
            Object resource = YAML.unmarshal(document);
            if (resource instanceof GenericKubernetesResource || !(resource instanceof HasMetadata known)) {
                throw new IllegalArgumentException(source + " has a kind that Kubernetes does not know: " + document);
            }
            read.add(known);
        }
        return read;
    }

    static List<HasMetadata> all(Path folder) {
        return files(folder).stream().flatMap(file -> read(file).stream()).toList();
    }

    /**
     * The one of a kind and a name in the base.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public static <T extends HasMetadata> T base(Class<T> kind, String name) {
        return find(all(BASE), kind, name);
    }

    static <T extends HasMetadata> T find(List<HasMetadata> resources, Class<T> kind, String name) {
        return resources.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(resource -> resource.getMetadata().getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked") // what YAML gives
    static Map<String, Object> kustomization(Path folder) {
        return YAML.unmarshal(text(folder.resolve(KUSTOMIZATION)), Map.class);
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
