package dev.ax.bus;

import dev.ax.contract.Problem;
import dev.ax.store.StoreException;
import io.vertx.core.eventbus.Message;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A message that is not obeyed, thrown from where that is found. Without a stack trace: it is the sender's matter. */
final class BusRefusal extends RuntimeException {
    private static final Logger LOG = LoggerFactory.getLogger(BusRefusal.class);

    private final transient Problem problem;

    BusRefusal(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** Tells the sender of a message why it failed, in the shape of the contract. */
    static void fail(Message<?> message, Throwable fault) {
        Problem problem = problemOf(message, fault);
        message.fail(problem.status(), new String(problem.toJson(), StandardCharsets.UTF_8));
    }

    private static Problem problemOf(Message<?> message, Throwable fault) {
        if (fault instanceof BusRefusal refusal) {
            return refusal.problem;
        } else if (fault instanceof StoreException away && away.retryable()) {
            return Problem.of(away);
        }
        String reference = Long.toHexString(ThreadLocalRandom.current().nextLong());
        LOG.error("a message at {} failed, answered 500 as {}", message.address(), reference, fault);
        return Problem.internal(reference);
    }
}
