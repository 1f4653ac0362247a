package dev.ax.store;

import dev.ax.async.Bridge;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Cuts batches into pieces of one group and at most so many items: a longer script call blocks everyone for
 * milliseconds and is no cheaper an item.
 */
record Pieces(Partitions partitions, List<Group> groups, int size) {

    /** Cuts a batch by group and size, calls for all pieces at once, and puts the answers back in order. */
    <I, R> Uni<List<R>> cut(List<I> items, Function<I, String> id, BiFunction<Group, List<I>, Future<List<R>>> call) {
        return Bridge.uni(() -> {
            Map<Integer, List<Integer>> open = new HashMap<>();
            List<Future<Void>> calls = new ArrayList<>();
            List<R> answers = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                answers.add(null);
            }
            for (int i = 0; i < items.size(); i++) {
                int group = partitions.groupOf(id.apply(items.get(i)));
                List<Integer> places = open.computeIfAbsent(group, g -> new ArrayList<>());
                places.add(i);
                if (places.size() == size) {
                    calls.add(place(answers, items, places, groups.get(group), call));
                    open.remove(group);
                }
            }
            open.forEach((group, places) -> calls.add(place(answers, items, places, groups.get(group), call)));
            return Future.join(calls).map(done -> answers);
        });
    }

    private static <I, R> Future<Void> place(
            List<R> answers,
            List<I> items,
            List<Integer> places,
            Group group,
            BiFunction<Group, List<I>, Future<List<R>>> call) {
        List<I> piece = places.stream().map(items::get).toList();
        return call.apply(group, piece).map(results -> {
            for (int i = 0; i < places.size(); i++) {
                answers.set(places.get(i), results.get(i));
            }
            return null;
        });
    }
}
