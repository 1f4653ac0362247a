package dev.ax.tick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DueInboxTest {
    private final DueInbox inbox = new DueInbox(4);

    @Test
    void keepsOrderAndDropsTheRepeatsOfABatch() {
        inbox.offer(1, 100);
        inbox.offer(2, 100);
        inbox.offer(1, 100);
        inbox.drop(1);
        inbox.offer(1, 100);

        assertThat(InboxProbe.drain(inbox))
                .containsExactly(entry(1, 100L), entry(2, 100L), entry(1, null), entry(1, 100L));
        inbox.offer(1, 100);
        assertThat(InboxProbe.drain(inbox)).containsExactly(entry(1, 100L));
    }

    @Test
    void signalsOnceABatch() {
        AtomicInteger signals = new AtomicInteger();
        inbox.offer(0, 1);
        inbox.onArrival(signals::incrementAndGet);
        assertThat(signals).hasValue(1);

        inbox.offer(0, 2);
        inbox.offerAll(0, new long[] {3, 4, 5});
        assertThat(signals).hasValue(1);

        InboxProbe.drain(inbox);
        inbox.offerAll(0, new long[] {6, 7});
        assertThat(signals).hasValue(2);
    }

    @Test
    void drainsInPieces() {
        for (int i = 0; i < 1_000; i++) {
            inbox.offer(i % 4, i);
        }
        List<Long> seen = new ArrayList<>();
        DueInbox.Taker taker = new DueInbox.Taker() {
            @Override
            public void due(int partition, long dueMs) {
                seen.add(dueMs);
            }

            @Override
            public void dropped(int partition) {}
        };

        assertThat(inbox.drain(400, taker)).isTrue();
        assertThat(seen).hasSize(400);
        while (inbox.drain(400, taker)) {
            assertThat(seen.size() % 400).isZero();
        }
        assertThat(seen).hasSize(1_000).isSorted();
    }

    @Test
    void losesNothingOfManyThreads() {
        int perThread = 20_000;
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int partition = thread;
            threads.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < perThread; i++) {
                    inbox.offer(partition, i);
                }
            }));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0]));
        List<InboxProbe.Entry> seen = new ArrayList<>();
        while (!all.isDone()) {
            seen.addAll(InboxProbe.drain(inbox));
        }
        all.join();
        seen.addAll(InboxProbe.drain(inbox));

        for (int partition = 0; partition < 4; partition++) {
            int of = partition;
            assertThat(seen)
                    .filteredOn(entry -> entry.partition() == of)
                    .hasSize(perThread)
                    .extracting(InboxProbe.Entry::dueMs)
                    .isSorted();
        }
    }

    @Test
    void ignoresOffersOnceClosed() {
        inbox.close();
        inbox.offer(1, 1);

        assertThat(InboxProbe.drain(inbox)).isEmpty();
    }

    private static InboxProbe.Entry entry(int partition, Long dueMs) {
        return new InboxProbe.Entry(partition, dueMs);
    }
}
