package dev.ax.worker;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * To which part of the address space an address belongs, after IANA's registries of special-purpose addresses.
 *
 * @param reach whether a target may lead there
 * @param what the part, as a person calls it
 */
record AddressZone(Reach reach, String what) {

    /** Whether a target may lead to an address. */
    enum Reach {
        /** Where any public address is allowed. */
        PUBLIC,
        /** Only where it is listed. */
        LISTED,
        /** Not even where it is listed. */
        NEVER
    }

    private static final AddressZone PUBLIC = new AddressZone(Reach.PUBLIC, "public");
    private static final AddressZone UNASSIGNED = new AddressZone(Reach.LISTED, "reserved");

    /** Global unicast: all of IPv6 that is public lies in it. */
    private static final IPAddress GLOBAL_V6 = range("2000::/3");

    private static final List<Block> NEVER = Stream.of(
                    // 169.254.169.254 is the metadata service of most clouds.
                    blocks(Reach.NEVER, "link-local", "169.254.0.0/16", "fe80::/10"),
                    // AWS; GCP; Scaleway; Alibaba; Oracle; Azure, whose address looks public.
                    blocks(
                            Reach.NEVER,
                            "cloud metadata",
                            "fd00:ec2::/32",
                            "fd20:ce::254",
                            "fd00:42::42",
                            "100.100.100.200",
                            "192.0.0.192",
                            "168.63.129.16"))
            .flatMap(List::stream)
            .toList();

    private static final List<Block> LISTED = Stream.of(
                    blocks(Reach.LISTED, "loopback", "127.0.0.0/8", "::1"),
                    blocks(Reach.LISTED, "private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
                    blocks(Reach.LISTED, "carrier-grade NAT", "100.64.0.0/10"),
                    blocks(Reach.LISTED, "unspecified", "0.0.0.0/8", "::"),
                    blocks(Reach.LISTED, "multicast", "224.0.0.0/4", "ff00::/8"),
                    blocks(Reach.LISTED, "documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
                    blocks(Reach.LISTED, "documentation", "2001:db8::/32", "3fff::/20"),
                    blocks(Reach.LISTED, "reserved", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "2001::/23"),
                    blocks(Reach.LISTED, "6to4", "192.88.99.0/24", "2002::/16"),
                    blocks(Reach.LISTED, "IPv4-mapped", "::ffff:0:0/96"),
                    blocks(Reach.LISTED, "NAT64", "64:ff9b::/96", "64:ff9b:1::/48"))
            .flatMap(List::stream)
            .toList();

    /** IPv6 addresses whose last four bytes are an IPv4 address that the packets end up at. */
    private static final List<IPAddress> V4_AT_THE_END = Stream.of(
                    "::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
            .map(AddressZone::range)
            .toList();

    private record Block(IPAddress range, AddressZone zone) {}

    static AddressZone of(IPAddress address) {
        for (Block block : NEVER) {
            if (block.range().contains(address)) {
                return block.zone();
            }
        }
        IPv4Address inner = address.isIPv6() ? embedded(address.toIPv6()) : null;
        if (inner != null && of(inner).reach() == Reach.NEVER) {
            return of(inner);
        }
        for (Block block : LISTED) {
            if (block.range().contains(address)) {
                return block.zone();
            }
        }
        return address.isIPv6() && !GLOBAL_V6.contains(address) ? UNASSIGNED : PUBLIC;
    }

    /** The IPv4 address within an IPv6 one; null where there is none. */
    private static IPv4Address embedded(IPv6Address address) {
        if (address.is6To4()) {
            return address.get6To4IPv4Address();
        }
        if (address.isTeredo()) {
            byte[] hidden = Arrays.copyOfRange(address.getBytes(), 12, 16);
            for (int i = 0; i < hidden.length; i++) {
                hidden[i] = (byte) ~hidden[i];
            }
            return new IPv4Address(hidden);
        }
        return V4_AT_THE_END.stream().anyMatch(range -> range.contains(address))
                ? address.getEmbeddedIPv4Address()
                : null;
    }

    private static List<Block> blocks(Reach reach, String what, String... ranges) {
        AddressZone zone = new AddressZone(reach, what);
        return Stream.of(ranges).map(r -> new Block(range(r), zone)).toList();
    }

    private static IPAddress range(String text) {
        return new IPAddressString(text).getAddress().toPrefixBlock();
    }
}
