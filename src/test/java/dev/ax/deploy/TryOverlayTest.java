package dev.ax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The base with the Redis of the overlay beside it: that they fit each other, and what Kubernetes is sent. */
class TryOverlayTest {
    private final List<HasMetadata> overlay = Manifests.all(Manifests.TRY);
    private final URI redis = URI.create(PodEnvironment.config().redis().urls().get(0));

    static Stream<Path> folders() {
        return Stream.of(Manifests.BASE, Manifests.TRY);
    }

    @Test
    void nodesReachTheRedisThatIsThere() {
        Service service = Manifests.find(overlay, Service.class, redis.getHost());
        ServicePort port = service.getSpec().getPorts().get(0);
        StatefulSet server = Manifests.find(overlay, StatefulSet.class, "redis");

        assertThat(port.getPort()).isEqualTo(redis.getPort());
        assertThat(server.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getPorts())
                .anySatisfy(open -> {
                    assertThat(open.getName()).isEqualTo(port.getTargetPort().getStrVal());
                    assertThat(open.getContainerPort()).isEqualTo(redis.getPort());
                });
        assertThat(server.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(service.getSpec().getSelector());
    }

    @Test
    void policiesLetNodesThroughToRedis() {
        NetworkPolicy ofNodes = Manifests.base(NetworkPolicy.class, "ax");
        NetworkPolicy ofRedis = Manifests.find(overlay, NetworkPolicy.class, "redis");

        assertThat(ofNodes.getSpec().getEgress())
                .flatMap(rule -> rule.getPorts())
                .anySatisfy(port -> assertThat(port.getPort().getIntVal()).isEqualTo(redis.getPort()));
        assertThat(ofRedis.getSpec().getIngress())
                .flatMap(rule -> rule.getFrom())
                .anySatisfy(from -> assertThat(from.getPodSelector().getMatchLabels())
                        .isEqualTo(ofNodes.getSpec().getPodSelector().getMatchLabels()));
    }

    @ParameterizedTest
    @MethodSource("folders")
    void whatIsRenderedIsSound(Path folder) {
        List<HasMetadata> rendered = Kustomize.render(folder);

        for (HasMetadata resource : rendered) {
            assertThat(UnknownFields.of(resource.getKind(), resource)).isEmpty();
        }
        HorizontalPodAutoscalerSpec scaling =
                Manifests.find(rendered, HorizontalPodAutoscaler.class, "ax").getSpec();
        assertThat(scaling.getMinReplicas()).isBetween(2, scaling.getMaxReplicas());
        StatefulSet nodes = Manifests.find(rendered, StatefulSet.class, "ax");
        assertThat(nodes.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(nodes.getSpec().getSelector().getMatchLabels());
    }

    @Test
    void theOverlayAddsItsOwnToTheBase() {
        List<HasMetadata> rendered = Kustomize.render(Manifests.TRY);

        assertThat(rendered).hasSize(Manifests.all(Manifests.BASE).size() + overlay.size());
        assertThat(Manifests.find(rendered, HorizontalPodAutoscaler.class, "ax")
                        .getSpec()
                        .getMaxReplicas())
                .isLessThan(Manifests.base(HorizontalPodAutoscaler.class, "ax")
                        .getSpec()
                        .getMaxReplicas());
    }
}
