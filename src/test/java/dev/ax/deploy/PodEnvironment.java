package dev.ax.deploy;

import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.HashMap;
import java.util.Map;

/** What a node in a pod of the base is configured with: the variables of its container, read as ax reads them. */
public final class PodEnvironment {
    private PodEnvironment() {}

    /**
     * The configuration of the first pod, in the namespace {@code here}.
     *
     * @throws dev.ax.config.ConfigException if ax does not know a variable, or refuses its value
     */
    public static AxConfig config() {
        Container ax = Manifests.base(StatefulSet.class, "ax")
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
        Map<String, String> environment = new HashMap<>(Manifests.base(
                        ConfigMap.class,
                        ax.getEnvFrom().get(0).getConfigMapRef().getName())
                .getData());
        for (EnvVar variable : ax.getEnv()) {
            environment.put(variable.getName(), value(variable));
        }
        environment.replaceAll((name, value) -> value.replace("$(POD_NAMESPACE)", "here"));
        return new ConfigLoader(environment, Map.of()).load().config();
    }

    /** As Kubernetes would fill it in. */
    private static String value(EnvVar variable) {
        if (variable.getValueFrom() == null) {
            return variable.getValue();
        }
        if (variable.getValueFrom().getSecretKeyRef() != null) {
            return variable.getValueFrom().getSecretKeyRef().getKey() + "-key-of-sixteen-or-more";
        }
        return switch (variable.getValueFrom().getFieldRef().getFieldPath()) {
            case "metadata.name" -> "ax-0";
            case "metadata.namespace" -> "here";
            case "status.podIP" -> "10.1.2.3";
            default -> throw new IllegalArgumentException(variable.getName());
        };
    }
}
