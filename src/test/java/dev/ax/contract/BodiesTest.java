package dev.ax.contract;

import static dev.ax.contract.Parsing.invalid;
import static dev.ax.contract.Parsing.pointers;
import static dev.ax.contract.Parsing.text;
import static dev.ax.contract.Parsing.utf8;
import static dev.ax.contract.Parsing.valid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.Progress;
import org.junit.jupiter.api.Test;

class BodiesTest {

    @Test
    void anActionNeedsNoBody() {
        assertThat(valid(ActionBody.parse(new byte[0])).reason()).isNull();
        assertThat(valid(ActionBody.parse(utf8("{}"))).reason()).isNull();
        assertThat(valid(ActionBody.parse(utf8("{\"reason\":\"paid\"}"))).reason())
                .isEqualTo("paid");
    }

    @Test
    void aReportKeepsItsResultAsSent() {
        Report report = valid(ReportBody.parse(
                "a", utf8("{\"token\":1796043600123457,\"status\":\"SUCCEEDED\",\"result\": {\"n\" : 1e400} }")));
        assertThat(report.id()).isEqualTo("a");
        assertThat(report.token()).isEqualTo(1_796_043_600_123_457L);
        assertThat(report.succeeded()).isTrue();
        assertThat(text(report.result())).isEqualTo("{\"n\" : 1e400}");
        assertThat(report.resultOmitted()).isFalse();
    }

    @Test
    void aResultOfMoreThan64KiBIsOmittedSinceTheWorkWasDone() {
        String fits = "\"" + "x".repeat(65_534) + "\"";
        String large = "\"" + "x".repeat(65_535) + "\"";
        assertThat(valid(ReportBody.parse("a", utf8("{\"token\":1,\"status\":\"SUCCEEDED\",\"result\":" + fits + "}")))
                        .result())
                .hasSize(65_536);
        Report report =
                valid(ReportBody.parse("a", utf8("{\"token\":1,\"status\":\"SUCCEEDED\",\"result\":" + large + "}")));
        assertThat(report.result()).isNull();
        assertThat(report.resultOmitted()).isTrue();
    }

    @Test
    void aFailureSaysWhyAndWhetherItIsForGood() {
        Report report = valid(ReportBody.parse(
                "a", utf8("{\"token\":1,\"status\":\"FAILED\",\"error\":\"失败：超时\",\"permanent\":true}")));
        assertThat(report.succeeded()).isFalse();
        assertThat(report.error()).isEqualTo("失败：超时");
        assertThat(report.permanent()).isTrue();
    }

    @Test
    void anErrorGetsThroughWhateverItHolds() { // F97
        String error = "\\u0000\\ud800" + "x".repeat(20_000);
        Report report =
                valid(ReportBody.parse("a", utf8("{\"token\":1,\"status\":\"FAILED\",\"error\":\"" + error + "\"}")));
        assertThat(report.error()).startsWith("\u0000\ufffdxxx").hasSize(16_384);
    }

    @Test
    void everyFaultOfAReportIsListed() {
        Problem problem = invalid(ReportBody.parse(
                "a", utf8("{\"token\":\"1\",\"status\":\"DONE\",\"permanent\":1,\"logUrl\":\"x\",\"y\":1}")));
        assertThat(pointers(problem)).containsExactlyInAnyOrder("/token", "/status", "/permanent", "/logUrl", "/y");
        assertThat(pointers(invalid(ReportBody.parse("a", new byte[0])))).containsExactly("/token", "/status");
    }

    @Test
    void aHeartbeatMaySayNothingButItsToken() {
        assertThat(valid(HeartbeatBody.parse(utf8("{\"token\":7}")))).isEqualTo(new HeartbeatBody(7, null));
        assertThat(valid(HeartbeatBody.parse(utf8("{\"token\":7,\"note\":\"half\"}")))
                        .progress())
                .isEqualTo(new Progress(Double.NaN, "half", null));
        assertThat(valid(HeartbeatBody.parse(utf8("{\"token\":7,\"progress\":0.5,\"logUrl\":\"https://h/\"}")))
                        .progress())
                .isEqualTo(new Progress(0.5, null, "https://h/"));
    }

    @Test
    void aBodyIsBounded() {
        assertThat(invalid(ActionBody.parse(new byte[20_000])).status()).isEqualTo(413);
        assertThat(invalid(ReportBody.parse("a", new byte[2_000_000])).status()).isEqualTo(413);
    }

    @Test
    void namesThatComeTwiceAreFaultsHereToo() {
        assertThat(pointers(invalid(ActionBody.parse(utf8("{\"reason\":\"a\",\"reason\":\"b\"}")))))
                .containsExactly("/reason");
    }
}
