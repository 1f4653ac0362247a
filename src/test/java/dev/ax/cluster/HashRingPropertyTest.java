package dev.ax.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a ring promises, over clusters of 2 to 32 nodes with names of many kinds. The figures are in docs/scaling.md. */
class HashRingPropertyTest {
    private static final int SEEDS = 4;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 32, 128, 1024})
    void everyPartitionHasOneOwnerAndNoneOwnsMoreThanTheBound(int partitions) {
        for (int nodes = 1; nodes <= 32; nodes++) {
            for (int seed = 0; seed < SEEDS; seed++) {
                PartitionMap map = HashRing.divide(names(nodes, seed), partitions);

                assertThat(map.owners()).hasSize(partitions);
                int most = (int) Math.ceil(1.25 * partitions / nodes);
                for (String node : names(nodes, seed)) {
                    assertThat(map.ownedBy(node))
                            .as("%s of %d nodes", node, nodes)
                            .hasSizeLessThanOrEqualTo(most);
                }
            }
        }
    }

    @Test
    void theSameNodesInAnyOrderGiveTheSameMap() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<String> names = names(9, seed);
            List<String> shuffled = new ArrayList<>(names);
            Collections.shuffle(shuffled, new Random(seed));
            shuffled.add(names.get(3));

            assertThat(HashRing.divide(shuffled, 32)).isEqualTo(HashRing.divide(names, 32));
        }
    }

    @Test
    void noNodesOwnNothing() {
        assertThat(HashRing.divide(List.of(), 32).ownerOf(3)).isNull();
    }

    /**
     * The ideal is partitions/n for a node that comes to make n; bounded loads push some more along. Where the bound itself
     * falls with the new node, every node that was at the old one gives one up.
     */
    @Test
    void aNodeThatComesOrGoesMovesLittleMoreThanItsShare() {
        for (int nodes = 2; nodes <= 32; nodes++) {
            Moves moves = Moves.of(nodes, 32, 50);
            boolean boundFalls = nodes > 8 && HashRing.most(32, nodes) < HashRing.most(32, nodes - 1);

            assertThat(moves.mean())
                    .as("%d nodes: %s", nodes, moves)
                    .isLessThanOrEqualTo((boundFalls ? 4.7 : 1.8) * 32 / nodes);
            assertThat(moves.worst())
                    .as("%d nodes: %s", nodes, moves)
                    .isLessThanOrEqualTo(HashRing.most(32, nodes) + (boundFalls ? 11 : 7));
        }
    }

    /** Partitions that have another owner after a node was added to make {@code nodes}; removing it moves as many back. */
    record Moves(int nodes, double mean, int worst) {
        static Moves of(int nodes, int partitions, int seeds) {
            int[] moved = IntStream.range(0, seeds)
                    .map(seed -> {
                        List<String> names = names(nodes, seed);
                        PartitionMap before = HashRing.divide(names.subList(0, nodes - 1), partitions);
                        PartitionMap after = HashRing.divide(names, partitions);
                        return (int) IntStream.range(0, partitions)
                                .filter(p -> !before.ownerOf(p).equals(after.ownerOf(p)))
                                .count();
                    })
                    .toArray();
            return new Moves(
                    nodes,
                    IntStream.of(moved).average().orElseThrow(),
                    IntStream.of(moved).max().orElseThrow());
        }
    }

    private static List<String> names(int nodes, int seed) {
        return IntStream.range(0, nodes)
                .mapToObj(i -> seed % 2 == 0 ? "ax-" + seed + "-" + i : "host" + (seed * 31 + i * 7) + ".example:8080")
                .toList();
    }
}
