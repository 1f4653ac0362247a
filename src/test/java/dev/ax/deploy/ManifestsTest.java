package dev.ax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestsTest {
    private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/name", "ax");

    private final StatefulSet nodes = Manifests.base(StatefulSet.class, "ax");
    private final PodSpec pod = nodes.getSpec().getTemplate().getSpec();
    private final Container ax = pod.getContainers().get(0);

    static Stream<Path> files() {
        return Stream.of(Manifests.BASE, Manifests.TRY).flatMap(folder -> Manifests.files(folder).stream());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFieldIsOneThatKubernetesKnows(Path file) {
        for (HasMetadata resource : Manifests.read(file)) {
            assertThat(UnknownFields.of(resource.getKind(), resource)).isEmpty();
        }
    }

    @Test
    void aMisspeltFieldIsFound() {
        Object misspelt = new KubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: { name: p }
                spec:
                  containers:
                    - name: c
                      livenesProbe: {}
                """, Pod.class);
        assertThat(UnknownFields.of("Pod", misspelt)).containsExactly("Pod.spec.containers[0].livenesProbe");
    }

    @Test
    void theKustomizationsListWhatIsThere() {
        assertThat(Manifests.kustomization(Manifests.BASE).get("resources"))
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .containsExactlyInAnyOrderElementsOf(names(Manifests.BASE));
        assertThat(Manifests.kustomization(Manifests.TRY).get("resources"))
                .isEqualTo(List.of("../../base", "redis.yaml"));
        HorizontalPodAutoscaler small = new KubernetesSerialization()
                .unmarshal(Manifests.text(Manifests.TRY.resolve("small.yaml")), HorizontalPodAutoscaler.class);
        assertThat(UnknownFields.of("patch", small)).isEmpty();
        assertThat(small.getMetadata().getName())
                .isEqualTo(Manifests.base(HorizontalPodAutoscaler.class, "ax")
                        .getMetadata()
                        .getName());
    }

    /** ax refuses what it does not know, so this reads each name and each value. */
    @Test
    void aNodeStartsWithTheEnvironmentOfItsPod() {
        AxConfig config = PodEnvironment.config();

        assertThat(config.nodeId()).isEqualTo("ax-0");
        assertThat(config.http().host()).isEqualTo("0.0.0.0");
        assertThat(config.apiKeys().keys()).hasSize(3);
        assertThat(config.cluster().host()).isEqualTo("10.1.2.3");
        assertThat(config.cluster().kubernetesService()).isEqualTo("ax-nodes.here.svc");
        assertThat(Manifests.base(Service.class, "ax-nodes").getSpec().getClusterIP())
                .isEqualTo("None");
        assertThat(Manifests.base(Service.class, "ax-nodes").getSpec().getPublishNotReadyAddresses())
                .isTrue();
        assertThat(nodes.getSpec().getServiceName()).isEqualTo("ax-nodes");
        assertThat(pod.getEnableServiceLinks()).isFalse();
    }

    @Test
    void portsAreThoseThatANodeListensOn() {
        AxConfig config = PodEnvironment.config();
        Map<String, Integer> ports = ports();
        assertThat(ports)
                .isEqualTo(Map.of(
                        "http", config.http().port(),
                        "cluster", config.cluster().port(),
                        "bus", config.cluster().busPort()));
        for (String service : List.of("ax", "ax-nodes")) {
            for (ServicePort port :
                    Manifests.base(Service.class, service).getSpec().getPorts()) {
                assertThat(ports).containsKey(port.getTargetPort().getStrVal());
                if (service.equals("ax-nodes")) {
                    assertThat(port.getPort()).isEqualTo(ports.get(port.getName()));
                }
            }
        }
        NetworkPolicy policy = Manifests.base(NetworkPolicy.class, "ax");
        Stream.concat(
                        policy.getSpec().getIngress().stream().flatMap(rule -> rule.getPorts().stream()),
                        policy.getSpec().getEgress().stream().flatMap(rule -> rule.getPorts().stream()))
                .map(NetworkPolicyPort::getPort)
                .filter(port -> port.getStrVal() != null)
                .forEach(port -> assertThat(ports).containsKey(port.getStrVal()));
        assertThat(Manifests.text(Path.of("Dockerfile")))
                .contains("EXPOSE " + ports.get("http") + " " + ports.get("cluster") + " " + ports.get("bus"));
    }

    @Test
    void probesAskWhatIsServed() {
        String contract = Manifests.text(Path.of("src/main/resources/openapi.yaml"));
        for (Probe probe : List.of(ax.getStartupProbe(), ax.getLivenessProbe(), ax.getReadinessProbe())) {
            assertThat(contract).contains("\n  " + probe.getHttpGet().getPath() + ":\n");
            assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("http");
        }
        assertThat(ax.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
        assertThat(ax.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/health/live");
    }

    @Test
    void whatSelectsSelectsTheNodes() {
        Map<String, String> labels = nodes.getSpec().getTemplate().getMetadata().getLabels();
        assertThat(labels).isEqualTo(LABELS);
        assertThat(nodes.getSpec().getSelector().getMatchLabels()).isEqualTo(LABELS);
        assertThat(Manifests.base(Service.class, "ax").getSpec().getSelector()).isEqualTo(LABELS);
        assertThat(Manifests.base(Service.class, "ax-nodes").getSpec().getSelector())
                .isEqualTo(LABELS);
        assertThat(Manifests.base(PodDisruptionBudget.class, "ax")
                        .getSpec()
                        .getSelector()
                        .getMatchLabels())
                .isEqualTo(LABELS);
        assertThat(Manifests.base(NetworkPolicy.class, "ax")
                        .getSpec()
                        .getPodSelector()
                        .getMatchLabels())
                .isEqualTo(LABELS);
        assertThat(pod.getTopologySpreadConstraints())
                .allSatisfy(spread ->
                        assertThat(spread.getLabelSelector().getMatchLabels()).isEqualTo(LABELS));
        var scaled =
                Manifests.base(HorizontalPodAutoscaler.class, "ax").getSpec().getScaleTargetRef();
        assertThat(scaled.getKind()).isEqualTo(nodes.getKind());
        assertThat(scaled.getName()).isEqualTo(nodes.getMetadata().getName());
        assertThat(nodes.getSpec().getReplicas()).isNull();
        assertThat(pod.getServiceAccountName()).isEqualTo("ax");
    }

    @Test
    void podsMayDoLittle() {
        Stream.concat(Manifests.all(Manifests.BASE).stream(), Manifests.all(Manifests.TRY).stream())
                .filter(StatefulSet.class::isInstance)
                .map(set -> ((StatefulSet) set).getSpec().getTemplate().getSpec())
                .forEach(ManifestsTest::assertConfined);
        assertThat(Manifests.text(Path.of("Dockerfile")))
                .contains("USER " + pod.getSecurityContext().getRunAsUser() + ":"
                        + pod.getSecurityContext().getRunAsGroup());
        assertThat(ax.getVolumeMounts()).extracting("mountPath").containsExactly("/tmp");
    }

    private static void assertConfined(PodSpec pod) {
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        for (Container container : pod.getContainers()) {
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
            assertThat(container.getResources().getLimits()).containsKey("memory");
        }
    }

    private Map<String, Integer> ports() {
        return ax.getPorts().stream()
                .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort));
    }

    private static List<String> names(Path folder) {
        return Manifests.files(folder).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }
}
