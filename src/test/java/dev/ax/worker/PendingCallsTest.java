package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PendingCallsTest {
    private final ManualClock clock = new ManualClock(1_796_000_000_000L);
    private final PendingCalls calls = new PendingCalls(clock);
    private final List<String> lost = new ArrayList<>();

    @Test
    void whatAMemberHasEndsWhenItLeavesAndNothingElseDoes() {
        calls.acknowledged(begin("a"), "m1");
        calls.acknowledged(begin("b"), "m2");

        calls.left("m1");
        calls.left("m3");
        pass(60_000);

        assertThat(lost).containsExactly("a");
        assertThat(calls.size()).isEqualTo(1);
    }

    @Test
    void whatIsAnsweredIsNotLost() {
        long answered = begin("a");
        calls.acknowledged(answered, "m1");
        calls.end(answered);
        long unheard = begin("b");
        calls.end(unheard);
        calls.acknowledged(unheard, "m1");

        calls.left("m1");
        pass(60_000);

        assertThat(lost).isEmpty();
        assertThat(calls.size()).isZero();
    }

    @Test
    void anUnacknowledgedCallEndsAfterTheGraceWhereAConsumerOfItsAddressLeft() {
        begin("a");
        looked("a", "m1", "m2");

        calls.left("m1");
        pass(499);
        assertThat(lost).isEmpty();
        pass(1);
        assertThat(lost).containsExactly("a");
    }

    @Test
    void anUnacknowledgedCallOutlivesMembersThatDoNotConsumeItsAddress() {
        begin("a");
        looked("a", "plain");

        calls.left("other");
        pass(60_000);

        assertThat(lost).isEmpty();
    }

    @Test
    void untilSomebodyLookedAnyMemberMayHaveTheCall() {
        begin("a");
        calls.left("other");
        pass(500);

        assertThat(lost).containsExactly("a");
    }

    @Test
    void aLookThatBeganBeforeTheCallSaysNothingOfIt() {
        begin("a");
        looked("a", "m1");
        long lookedNanos = clock.nanoTime();
        clock.advanceMs(1);
        begin("a"); // m2 may have registered just now
        calls.consumedBy("a", Set.of("m1"), lookedNanos);

        calls.left("m2");
        pass(500);

        assertThat(lost).hasSize(1);
        assertThat(calls.size()).isEqualTo(1);
    }

    @Test
    void anAcknowledgementWithinTheGraceClearsTheCall() {
        long call = begin("a");
        calls.left("m1");
        pass(499);
        calls.acknowledged(call, "m2");
        pass(60_000);

        assertThat(lost).isEmpty();
    }

    @Test
    void anAcknowledgementThatComesAfterItsMemberLeftEndsTheCall() {
        long call = begin("a");
        looked("a", "m2");
        calls.left("m1");
        calls.acknowledged(call, "m1");

        assertThat(lost).containsExactly("a");
    }

    @Test
    void aMemberThatIsBackAfterASplitIsTakenAtItsWord() {
        calls.left("m1");
        clock.advanceMs(1);
        calls.acknowledged(begin("a"), "m1");
        pass(60_000);

        assertThat(lost).isEmpty();
    }

    @Test
    void theFirstWordCounts() {
        long call = begin("a");
        calls.acknowledged(call, "m1");
        calls.acknowledged(call, "m2");

        calls.left("m2");
        assertThat(lost).isEmpty();
        calls.left("m1");
        assertThat(lost).containsExactly("a");
    }

    /** Who sends may hold its old table of consumers for a moment. */
    @Test
    void whatIsSentShortlyAfterAConsumerLeftMayHaveGoneToIt() {
        begin("a");
        looked("a", "m1", "m2");
        calls.left("m1");
        pass(1_000);
        looked("a", "m2");
        lost.clear();

        begin("a");
        pass(500);
        assertThat(lost).as("the look before the last still found it").containsExactly("a");

        begin("a");
        looked("a", "m2");
        lost.clear();
        begin("a");
        pass(60_000);
        assertThat(lost).as("two looks did not").containsExactly("a"); // the one before the second look
    }

    @Test
    void addressesOfUnacknowledgedCallsAreLookedAt() {
        begin("b");
        long acknowledged = begin("a");
        begin("c");
        calls.acknowledged(acknowledged, "m1");

        assertThat(calls.unacknowledged()).containsExactly("b", "c");
    }

    @Test
    void nothingIsRememberedForLong() {
        for (int i = 0; i < 100; i++) {
            long call = begin("address-" + i);
            calls.left("member-" + i);
            calls.end(call);
        }
        pass(10_000);

        assertThat(calls.remembered()).isZero();
    }

    private long begin(String address) {
        return calls.begin(address, why -> {
            assertThat(why).contains("left the cluster");
            lost.add(address);
        });
    }

    private void looked(String address, String... members) {
        calls.consumedBy(address, Set.of(members), clock.nanoTime());
    }

    private void pass(long ms) {
        clock.advanceMs(ms);
        calls.judge();
    }
}
