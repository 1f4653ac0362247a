package dev.ax.worker;

import dev.ax.clock.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Requests in a cluster that are not answered yet, by who may have them: Vert.x tells nobody which member it sent a
 * request to, and of a member that died no answer ever comes.
 *
 * <p>A call that a member acknowledged ends as soon as that member has left. One that nobody acknowledged (its consumer
 * runs in a member without ax, or it was sent into the void, or the word of it was lost) ends when a member has left
 * that may have it, and no word came within {@link #GRACE}: a consumer of its address, or any member as long as nobody
 * has looked who these are. So a call may be ended that is still worked on; the token of the attempt guards against that,
 * and against endless silence nothing else would.
 *
 * <p>Any thread may use it. Who is told of a lost call is called outside of the lock.
 */
final class PendingCalls {

    /** How long an acknowledgement may be on its way. */
    static final Duration GRACE = Duration.ofMillis(500);

    /** For so long the bus may go on sending to a member that has left; so long what is known of an address is kept. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    private static final String LEFT = "the member that was asked left the cluster";
    private static final String MAY_HAVE_LEFT =
            "a member left the cluster that may be the one that was asked, and no other said that it was";

    private final NanoClock clock;
    private final Map<Long, Call> calls = new HashMap<>();
    private final Map<String, Consumers> consumers = new HashMap<>();
    private final Map<String, Long> leftNanos = new HashMap<>();
    private long lastNumber;

    PendingCalls(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Takes up a call that is about to be sent.
     *
     * @param lost is told why, at most once, where no answer is to be waited for any more
     * @return the number that an acknowledgement must name
     */
    synchronized long begin(String address, Consumer<String> lost) {
        Call call = new Call(address, clock.nanoTime(), lost);
        Consumers known = consumers.computeIfAbsent(address, key -> new Consumers());
        known.usedNanos = call.begunNanos;
        for (Map.Entry<String, Long> departure : leftNanos.entrySet()) {
            if (call.begunNanos - departure.getValue() < MEMORY.toNanos() && known.mayBe(departure.getKey())) {
                call.suspect(call.begunNanos);
            }
        }
        calls.put(++lastNumber, call);
        return lastNumber;
    }

    /** A member says that it has the call. The first to say so counts: a consumer may hand a message on with its headers. */
    void acknowledged(long number, String member) {
        Call lost = null;
        synchronized (this) {
            Call call = calls.get(number);
            if (call == null || call.member != null) {
                return;
            }
            call.member = member;
            consumers.get(call.address).latest.add(member);
            Long departedNanos = leftNanos.get(member);
            if (departedNanos != null && departedNanos - call.begunNanos >= 0) {
                lost = calls.remove(number);
            }
        }
        if (lost != null) {
            lost.told.accept(LEFT);
        }
    }

    /** The call has an answer, or nobody waits for one any more. */
    synchronized void end(long number) {
        calls.remove(number);
    }

    /** A member left the cluster. */
    void left(String member) {
        List<Call> lost = new ArrayList<>();
        synchronized (this) {
            long nowNanos = clock.nanoTime();
            leftNanos.put(member, nowNanos);
            calls.values().removeIf(call -> {
                if (member.equals(call.member)) {
                    lost.add(call);
                    return true;
                }
                if (call.member == null
                        && (!call.looked || consumers.get(call.address).mayBe(member))) {
                    call.suspect(nowNanos);
                }
                return false;
            });
        }
        lost.forEach(call -> call.told.accept(LEFT));
    }

    /** Addresses of calls that nobody acknowledged: someone should look who consumes them. In alphabetical order. */
    synchronized Set<String> unacknowledged() {
        Set<String> addresses = new TreeSet<>();
        for (Call call : calls.values()) {
            if (call.member == null) {
                addresses.add(call.address);
            }
        }
        return addresses;
    }

    /**
     * Who consumes an address.
     *
     * @param lookedNanos when the look began, by the clock
     */
    synchronized void consumedBy(String address, Set<String> members, long lookedNanos) {
        Consumers known = consumers.get(address);
        if (known == null) {
            return; // forgotten meanwhile
        }
        known.looked(members);
        for (Call call : calls.values()) {
            if (call.address.equals(address) && call.begunNanos - lookedNanos <= 0) {
                call.looked = true;
            }
        }
    }

    /** Ends the calls whose grace is over, and forgets what is old. To be called several times a second. */
    void judge() {
        List<Call> lost = new ArrayList<>();
        synchronized (this) {
            long nowNanos = clock.nanoTime();
            Set<String> used = new HashSet<>();
            calls.values().removeIf(call -> {
                if (call.isLost(nowNanos)) {
                    lost.add(call);
                    return true;
                }
                used.add(call.address);
                return false;
            });
            leftNanos.values().removeIf(atNanos -> nowNanos - atNanos >= forgetNanos());
            consumers
                    .entrySet()
                    .removeIf(known -> !used.contains(known.getKey())
                            && nowNanos - known.getValue().usedNanos >= MEMORY.toNanos());
        }
        lost.forEach(call -> call.told.accept(MAY_HAVE_LEFT));
    }

    /** Calls that are not answered. */
    synchronized int size() {
        return calls.size();
    }

    /** Addresses and members that are remembered. */
    synchronized int remembered() {
        return consumers.size() + leftNanos.size();
    }

    private static long forgetNanos() {
        return MEMORY.multipliedBy(2).toNanos();
    }

    private static final class Call {
        private final String address;
        private final long begunNanos;
        private final Consumer<String> told;
        private String member; // who acknowledged it; null for nobody
        private boolean looked; // for the consumers of its address, since it was begun
        private boolean suspected;
        private long suspectedNanos;

        Call(String address, long begunNanos, Consumer<String> told) {
            this.address = address;
            this.begunNanos = begunNanos;
            this.told = told;
        }

        void suspect(long nowNanos) {
            if (!suspected) {
                suspected = true;
                suspectedNanos = nowNanos;
            }
        }

        boolean isLost(long nowNanos) {
            return member == null && suspected && nowNanos - suspectedNanos >= GRACE.toNanos();
        }
    }

    /** Who consumes an address, by the last two looks: who sends may not know yet what the last one found. */
    private static final class Consumers {
        private Set<String> latest = new HashSet<>(); // and those that acknowledged since
        private Set<String> before = Set.of();
        private boolean everLooked;
        private long usedNanos;

        void looked(Set<String> members) {
            before = latest;
            latest = new HashSet<>(members);
            everLooked = true;
        }

        boolean mayBe(String member) {
            return !everLooked || latest.contains(member) || before.contains(member);
        }
    }
}
