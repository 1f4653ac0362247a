package dev.ax.reaper;

import dev.ax.dispatch.UnaskedStore;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.NodeIdentity;
import dev.ax.store.StoreException;
import dev.ax.store.StoreUpkeep;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** Upkeep in memory, with a fault for any call. */
final class UpkeepStore extends UnaskedStore implements StoreUpkeep {
    final Deque<EndedLease> ended = new ArrayDeque<>();
    final List<Completion> reaped = new ArrayList<>();
    final List<DeadLetter> dead = new ArrayList<>();
    final Map<String, Long> unserved = new HashMap<>();
    final Map<Integer, Set<String>> announced = new HashMap<>();
    final Map<Integer, List<Integer>> served = new HashMap<>();
    final List<String> auditedFrom = new ArrayList<>();
    final Set<String> faulty = new HashSet<>();
    final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    Audited audited = new Audited("0", 0, 0, List.of());
    StoreException.Kind fault = StoreException.Kind.BROKEN;
    int expiring;
    int ripe;
    int mark;
    private final int groups;

    UpkeepStore(int groups) {
        this.groups = groups;
    }

    @Override
    public int groups() {
        return groups;
    }

    long count(String call) {
        return calls.stream().filter(call::equals).count();
    }

    private <T> Uni<T> answer(String call, Supplier<T> answer) {
        return Uni.createFrom().item(() -> {
            calls.add(call);
            if (faulty.contains(call)) {
                throw new StoreException(fault, call, null);
            }
            return answer.get();
        });
    }

    @Override
    public Uni<Joined> join(String nodeId, AgreedSettings settings, boolean adopt) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Long> timeMicros() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<List<EndedLease>> endedLeases(int group, NodeIdentity node, List<Integer> partitions, int limit) {
        return answer("endedLeases", () -> {
            served.put(group, partitions);
            List<EndedLease> batch = new ArrayList<>();
            while (batch.size() < limit && !ended.isEmpty()) {
                batch.add(ended.poll());
            }
            return batch;
        });
    }

    @Override
    public Uni<List<CompletionStatus>> reap(int group, NodeIdentity node, List<Completion> completions) {
        return answer("reap", () -> {
            reaped.addAll(completions);
            return completions.stream()
                    .map(completion -> CompletionStatus.ACCEPTED)
                    .toList();
        });
    }

    @Override
    public Uni<Integer> expire(int group, int limit) {
        return answer("expire", () -> {
            int count = Math.min(limit, expiring);
            expiring -= count;
            return count;
        });
    }

    @Override
    public Uni<Integer> purge(int group, Retention retention, int limit) {
        return answer("purge", () -> {
            int count = Math.min(limit, ripe);
            ripe -= count;
            return count;
        });
    }

    @Override
    public Uni<Audited> audit(int group, String cursor, int limit) {
        return answer("audit", () -> {
            auditedFrom.add(cursor);
            return audited;
        });
    }

    @Override
    public Uni<List<DeadLetter>> deadLettersSinceMark(int group, int limit) {
        return answer("deadLetters", () -> List.copyOf(dead.subList(mark, Math.min(dead.size(), mark + limit))));
    }

    @Override
    public Uni<Void> markAlerted(int group, DeadLetter last) {
        return answer("markAlerted", () -> {
            mark = dead.indexOf(last) + 1;
            return null;
        });
    }

    @Override
    public Uni<Void> announceTypes(int group, Set<String> types) {
        return answer("announce", () -> {
            announced.put(group, types);
            return null;
        });
    }

    @Override
    public Uni<Map<String, Long>> unservedTypes(int group, Duration silence) {
        return answer("unserved", () -> Map.copyOf(unserved));
    }

    @Override
    public Uni<StoreFacts> facts() {
        throw new UnsupportedOperationException();
    }
}
