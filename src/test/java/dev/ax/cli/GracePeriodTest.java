package dev.ax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import dev.ax.deploy.Manifests;
import dev.ax.deploy.PodEnvironment;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A pod has the time that a node takes, as {@link LocalNode} counts it. */
class GracePeriodTest {
    private final PodSpec pod =
            Manifests.base(StatefulSet.class, "ax").getSpec().getTemplate().getSpec();
    private final Container ax = pod.getContainers().get(0);
    private final AxConfig config = PodEnvironment.config();

    @Test
    void aPodIsNotKilledWhileItsNodeLeaves() {
        Duration grace = Duration.ofSeconds(pod.getTerminationGracePeriodSeconds());
        assertThat(grace).isGreaterThan(preStop().plus(LocalNode.longestStop(config)));
    }

    @Test
    void aNodeAnswersUntilItsPodIsKnownToGo() {
        Duration seen = Duration.ofSeconds((long) ax.getReadinessProbe().getPeriodSeconds()
                * ax.getReadinessProbe().getFailureThreshold());
        assertThat(preStop()).isGreaterThan(seen);
    }

    private Duration preStop() {
        return Duration.ofSeconds(ax.getLifecycle().getPreStop().getSleep().getSeconds());
    }
}
