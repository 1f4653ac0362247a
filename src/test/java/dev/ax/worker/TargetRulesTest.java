package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ax.config.TargetsConfig;
import dev.ax.worker.TargetRules.Decision;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetRulesTest {
    private final TargetRules byDefault = new TargetRules(TargetsConfig.PUBLIC);

    /** F125: webhook to inside addresses. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1",
                "http://[::1]",
                "http://169.254.169.254/",
                "http://0x7f000001",
                "http://0x7F.1",
                "http://2130706433",
                "http://127.1",
                "http://0177.0.0.1",
                "http://127.0.0.01",
                "http://1.2.3.4.5",
                "http://[::ffff:10.0.0.1]",
                "http://[::ffff:8.8.8.8]",
                "http://[::10.0.0.1]",
                "http://localhost",
                "http://LOCALHOST",
                "http://localhost.",
                "http://a.localhost",
                "http://example.com.",
                "http://10.0.0.1@evil.example",
                "http://0.0.0.0",
                "http://[::]",
                "http://[fd00:ec2::254]",
                "file:///etc/passwd",
                "gopher://x",
                "ftp://example.com",
                "http://127.0.0.1:6379",
                "http://127.0.0.1:5701",
                "http://user:pw@host/",
                "http://user@host/",
                "http://@host/",
                "http://",
                "http:///x",
                "http:x",
                "//example.com",
                "example.com",
                "",
                "http://a b",
                "http://[::1",
                "http://[fe80::1%25eth0]/",
                "http://my_service/",
                "http://例え.jp/",
                "http://%31%32%37.0.0.1/",
                "http://１２７.0.0.1/",
                "http://a.b\\@c/",
                "http://example.com:0/",
                "http://example.com:65536/",
                "http://10.1.2.3",
                "http://172.16.0.1",
                "http://192.168.1.1",
                "http://100.64.0.1",
                "http://100.100.100.200",
                "http://224.0.0.1",
                "http://255.255.255.255",
                "http://198.18.0.1",
                "http://168.63.129.16",
                "http://192.0.0.192",
                "http://[fc00::1]",
                "http://[fe80::1]",
                "http://[ff02::1]",
                "http://[fec0::1]",
                "http://[64:ff9b::8.8.8.8]",
                "http://[64:ff9b::10.0.0.1]",
                "http://[2002:0a00:0001::1]",
                "http://[2001:0:1::1]",
                "http://[2001:db8::1]"
            })
    void insideAddressesAndOddSpellingsAreRefusedByDefault(String url) {
        assertThat(byDefault.plainlyForbidden(url)).isNotBlank().doesNotContain("pw");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com",
                "https://EXAMPLE.com:8443/hook?x=%20#part",
                "http://8.8.8.8/",
                "http://[2606:4700::1111]:8080/",
                "https://xn--r8jz45g.jp/パス",
                "http://a-b.c3/"
            })
    void publicAddressesAndNamesPassByDefault(String url) {
        assertThat(byDefault.plainlyForbidden(url)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "100.64.1.1", "64:ff9b::808:808"})
    void publicNameThatResolvesInsideIsRefused(String address) throws Exception {
        Decision decision = byDefault.judge(URI.create("http://example.com/"), address(address));

        assertThat(decision.allowed()).isFalse();
        assertThat(decision.reason()).contains("example.com:80");
    }

    @Test
    void publicNameThatResolvesOutsideIsAllowed() throws Exception {
        assertThat(byDefault
                        .judge(URI.create("http://example.com/"), address("93.184.215.14"))
                        .allowed())
                .isTrue();
    }

    /** F125: metadata addresses stay blocked even when private ones are allowed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.170.2",
                "fe80::1",
                "fd00:ec2::254",
                "100.100.100.200",
                "168.63.129.16",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "::a9fe:a9fe"
            })
    void metadataAndLinkLocalAddressesAreRefusedThoughListed(String address) throws Exception {
        TargetRules open = new TargetRules(List.of("0.0.0.0/0", "::/0", "*://*", "http://meta.internal"));

        assertThat(open.judge(URI.create("http://meta.internal/"), address(address))
                        .allowed())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1, http://127.0.0.1:9000, 127.0.0.1, true",
        "http://127.0.0.1, http://localhost:9000, 127.0.0.1, true",
        "http://127.0.0.1, http://localhost:9000, ::1, true",
        "http://localhost, http://127.8.8.8, 127.8.8.8, true",
        "http://[::1], http://localhost, 127.0.0.1, true",
        "http://localhost, https://localhost, 127.0.0.1, false",
        "http://localhost, http://rebound.example, 127.0.0.1, false",
        "http://localhost, http://localhost, 10.0.0.1, false",
        "http://localhost:8080, http://localhost:8081, 127.0.0.1, false",
        "http://localhost:8080, http://localhost:8080, 127.0.0.1, true",
        "http://*, http://intranet, 10.0.0.1, false",
        "http://*.*, http://intranet.corp, 10.0.0.1, false",
        "http://*:80, http://example.com:81, 93.184.215.14, false",
        "http://intranet, http://intranet, 10.0.0.1, true",
        "http://intranet, http://intranet2, 10.0.0.1, false",
        "http://*.corp.example, http://a.b.corp.example, 10.0.0.1, true",
        "http://*.corp.example, http://corp.example, 10.0.0.1, false",
        "http://*.corp.example, http://corp.example.evil, 93.184.215.14, false",
        "*://hooks.example:*, https://hooks.example:444, 93.184.215.14, true",
        "10.0.0.0/8, http://anything:1234, 10.200.0.1, true",
        "10.0.0.0/8, http://anything, 11.0.0.1, false",
        "10.1.2.3, http://10.1.2.3, 10.1.2.3, true",
        "10.1.2.3/8, http://10.9.9.9, 10.9.9.9, true",
        "http://10.1.2.3, http://10.1.2.3, 10.1.2.3, true",
        "http://10.1.2.3, http://named, 10.1.2.3, false",
        "fd12::/16, http://[fd12::5], fd12::5, true",
        "http://[fd12::5], http://[fd12:0:0::5], fd12::5, true",
        "64:ff9b::/96, http://named, 64:ff9b::808:808, true",
        "fd12::/16, http://named, 10.0.0.1, false"
    })
    void whatAnEntryStandsFor(String entry, String url, String address, boolean allowed) throws Exception {
        assertThat(new TargetRules(List.of(entry))
                        .judge(URI.create(url), address(address))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void loopbackUrlsPassAtSubmissionOnlyWhereListed() {
        TargetRules dev = new TargetRules(List.of("http://*", "http://127.0.0.1", "http://localhost", "http://[::1]"));

        assertThat(List.of("http://127.0.0.1:1", "http://localhost:2", "http://[::1]:3", "http://example.com"))
                .allMatch(url -> dev.plainlyForbidden(url) == null);
        assertThat(dev.plainlyForbidden("http://0.0.0.0:1")).isNotNull();
        assertThat(dev.plainlyForbidden("http://127.1")).isNotNull();
    }

    @Test
    void nothingPassesAnEmptyList() {
        assertThat(new TargetRules(List.of()).plainlyForbidden("http://example.com"))
                .contains("ax.targets.allow");
    }

    @Test
    void namePassesAtSubmissionWhereRangesAreListed() {
        assertThat(new TargetRules(List.of("10.0.0.0/8")).plainlyForbidden("http://intranet"))
                .isNull();
    }

    @Test
    void everyMalformedEntryIsNamed() {
        List<String> bad = Arrays.asList("*", "10", "10.0.0.0/33", "http://10.*", "ftp://x", "http://x/path", "", "x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TargetRules(bad))
                .satisfies(fault -> assertThat(fault.getMessage().split("; ")).hasSize(bad.size()));
    }

    private static InetAddress address(String text) throws Exception {
        return InetAddress.getByAddress(new IPAddressString(text).getAddress().getBytes());
    }
}
