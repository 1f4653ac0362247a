package dev.ax.worker;

import dev.ax.worker.AddressZone.Reach;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where HTTP targets may lead: {@code ax.targets.allow}.
 *
 * <p>A pattern allows what its host stands for: {@code *} public addresses only, {@code localhost} and loopback
 * addresses the whole loopback range, a name (which may hold {@code *}) whatever it resolves to, so list only names
 * whose owner you trust with your network. A range allows its addresses, by whatever name they are reached. Link-local
 * and metadata addresses are refused even where listed. Resolves nothing; immutable, safe for use by any thread.
 */
public final class TargetRules {
    private static final Pattern RANGE =
            Pattern.compile("([0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(/[0-9]{1,3})?");

    private final List<UrlPattern> patterns = new ArrayList<>();
    private final List<IPAddress> ranges = new ArrayList<>();

    /**
     * Reads the list.
     *
     * @param allow patterns and ranges; empty: nothing is allowed
     * @throws IllegalArgumentException naming every entry that is neither
     */
    public TargetRules(List<String> allow) {
        List<String> faults = new ArrayList<>();
        for (String entry : allow) {
            IPAddress range = range(entry.strip());
            if (range != null) {
                ranges.add(range);
                continue;
            }
            try {
                patterns.add(UrlPattern.parse(entry));
            } catch (IllegalArgumentException fault) {
                faults.add(fault.getMessage());
            }
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("ax.targets.allow: " + String.join("; ", faults));
        }
    }

    /**
     * Whether a url may be connected to at an address.
     *
     * @param reason why not; null where it may
     */
    public record Decision(boolean allowed, String reason) {
        private static final Decision YES = new Decision(true, null);

        private static Decision no(String reason) {
            return new Decision(false, reason);
        }
    }

    /**
     * What is wrong with a url that can be told without resolving its host: its form, a forbidden address, a host that
     * no entry matches. Null says nothing of the address that it will resolve to; {@link #judge} does.
     *
     * @return a sentence for the user, or null
     */
    public String plainlyForbidden(String url) {
        try {
            TargetUrl target = TargetUrl.parse(url);
            if (target.literal() != null) {
                return judge(target, target.literal()).reason();
            }
            if (target.isLocalhost()) {
                Decision v4 = judge(target, new IPAddressString("127.0.0.1").getAddress());
                Decision v6 = judge(target, new IPAddressString("::1").getAddress());
                return v6.allowed() ? null : v4.reason();
            }
            // Where ranges are listed, any name may resolve into one.
            boolean open = !ranges.isEmpty() || patterns.stream().anyMatch(p -> p.matches(target));
            return open ? null : target.authority() + " is not in ax.targets.allow";
        } catch (TargetFaultException fault) {
            return fault.getMessage();
        }
    }

    /** Judges the address that is about to be connected to for a url. */
    public Decision judge(URI url, InetAddress address) {
        try {
            return judge(TargetUrl.parse(url), address);
        } catch (TargetFaultException fault) {
            return Decision.no(fault.getMessage());
        }
    }

    Decision judge(TargetUrl url, InetAddress address) {
        return judge(
                url, new IPAddressNetwork.IPAddressGenerator().from(address).withoutPrefixLength());
    }

    private Decision judge(TargetUrl url, IPAddress address) {
        AddressZone zone = AddressZone.of(address);
        if (zone.reach() == Reach.NEVER) {
            return Decision.no(describe(url, address, zone) + ", which no target may lead to");
        }
        boolean listed = ranges.stream().anyMatch(range -> range.contains(address))
                || patterns.stream().anyMatch(p -> p.matches(url) && p.covers(address, zone));
        return listed ? Decision.YES : Decision.no(describe(url, address, zone) + ", not in ax.targets.allow");
    }

    /** Null for what is no range: the library would take {@code *} for all addresses and 10 for 0.0.0.10. */
    private static IPAddress range(String text) {
        IPAddress range = RANGE.matcher(text).matches() ? new IPAddressString(text).getAddress() : null;
        return range == null ? null : range.toPrefixBlock();
    }

    private static String describe(TargetUrl url, IPAddress address, AddressZone zone) {
        String kind = " a " + zone.what() + " address";
        return url.literal() != null
                ? url.authority() + " is" + kind
                : url.authority() + " resolves to " + address.toNormalizedString() + "," + kind;
    }
}
