package dev.ax.worker;

import dev.ax.task.Outcome;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.EncodeException;
import java.time.Duration;

/** One attempt that is sent over the event bus. */
final class BusCall implements AttemptCall {
    private final Attempt attempt;
    private final BusRequests requests;

    BusCall(Attempt attempt, BusRequests requests) {
        this.attempt = attempt;
        this.requests = requests;
    }

    @Override
    public void start(long startedAtMs) {
        TaskSpec spec = attempt.task().spec();
        String address = ((Target.Bus) spec.target()).address();
        DeliveryOptions options =
                new DeliveryOptions().setSendTimeout(Math.max(1, spec.timeout().toMillis()));
        try {
            requests.send(address, AttemptMessage.object(attempt.task()), options)
                    .onComplete(
                            reply -> end(Results.ofValue(reply.body())),
                            fault -> end(failure(fault, address, spec.timeout())));
        } catch (TargetFaultException | EncodeException unsendable) {
            end(Outcome.Failed.permanent(ErrorText.limit(unsendable.getMessage())));
        }
    }

    /** Nobody can call a message back; what its consumer still does, the token guards. */
    @Override
    public boolean stop() {
        attempt.free();
        return true;
    }

    private void end(Outcome outcome) {
        attempt.end(outcome);
        attempt.free();
    }

    private static Outcome failure(Throwable fault, String address, Duration timeout) {
        if (!(fault instanceof ReplyException reply)) {
            return Outcome.Failed.retryable(ErrorText.of(fault));
        }
        return switch (reply.failureType()) {
            case TIMEOUT -> new Outcome.TimedOut(timeout);
            case NO_HANDLERS -> Outcome.Failed.retryable("nothing listens at " + address);
            case RECIPIENT_FAILURE -> refusal(reply);
            default -> Outcome.Failed.retryable(ErrorText.limit(reply.getMessage()));
        };
    }

    private static Outcome refusal(ReplyException reply) {
        String said = reply.getMessage() == null ? "" : ": " + reply.getMessage();
        String error = ErrorText.limit("the consumer failed with code " + reply.failureCode() + said);
        return new Outcome.Failed(error, StatusRule.isPermanent(reply.failureCode()), null);
    }
}
