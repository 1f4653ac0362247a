package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The drills that anybody can run, in their brief forms: kills (F44), a rolling restart (F123), a node that stands still, a Redis
 * that dies. Speed is reported; correctness must hold.
 */
class DrillsIT {

    @ParameterizedTest
    @CsvSource({"kill, 2, false", "stop, 1, false", "rolling, 1, false", "redis-kill, 1, false", "failover, 1, true"})
    void noPromiseIsBroken(String name, int rounds, boolean cluster, TestReporter reporter) {
        judge(Drills.run(name, new Scale(true, rounds, 0, cluster)).orElseThrow(), reporter);
    }

    @Test
    void noPromiseIsBrokenWhereASentinelPromotesAReplica(TestReporter reporter) {
        judge(new FailoverDrill(SentinelStore::new).run("sentinel", new Scale(true, 1, 0, false)), reporter);
    }

    private static void judge(Report report, TestReporter reporter) {
        reporter.publishEntry(report.toString());
        assertThat(report.isCorrect()).as("%s", report).isTrue();
    }
}
