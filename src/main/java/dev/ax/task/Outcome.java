package dev.ax.task;

import java.time.Duration;

/** How an attempt ended, with what is known of it. {@link AttemptFinisher} alone turns it into the task's next state. */
public sealed interface Outcome {

    AttemptStatus status();

    /** What a person reads about the end in the history; null where there is nothing to say. */
    default String error() {
        return null;
    }

    /**
     * The executor did the work.
     *
     * @param result the JSON text of the result as it came, at most 64 KiB; null for none
     * @param resultOmitted whether there was a result that is not kept: not JSON, or too large
     */
    @SuppressWarnings("ArrayRecordComponent") // passed through, never compared
    record Succeeded(byte[] result, boolean resultOmitted) implements Outcome {
        public static final Succeeded WITHOUT_RESULT = new Succeeded(null, false);

        @Override
        public AttemptStatus status() {
            return AttemptStatus.SUCCEEDED;
        }
    }

    /**
     * The executor said no, or could not be reached.
     *
     * @param permanent whether another attempt is pointless: straight to FAILED
     * @param retryAfter the least wait that the executor asked for; null where it asked for none
     */
    record Failed(String error, boolean permanent, Duration retryAfter) implements Outcome {
        public static Failed retryable(String error) {
            return new Failed(error, false, null);
        }

        public static Failed permanent(String error) {
            return new Failed(error, true, null);
        }

        @Override
        public AttemptStatus status() {
            return AttemptStatus.FAILED;
        }
    }

    /** No answer within the attempt's timeout. */
    record TimedOut(Duration after) implements Outcome {
        @Override
        public AttemptStatus status() {
            return AttemptStatus.TIMED_OUT;
        }

        @Override
        public String error() {
            return "no result within " + after.toMillis() + " ms";
        }
    }

    /** Its node died or lost the lease. */
    record Lost(String node) implements Outcome {
        @Override
        public AttemptStatus status() {
            return AttemptStatus.LOST;
        }

        @Override
        public String error() {
            return node == null ? "the lease ended" : "node " + node + " died or lost the lease";
        }
    }

    /** Cancelled while it ran. */
    record Canceled(String by) implements Outcome {
        @Override
        public AttemptStatus status() {
            return AttemptStatus.CANCELED;
        }
    }

    /** Handed back by a node that shuts down, or that could not pass it on: no retry is used up. */
    record Released(String node) implements Outcome {
        @Override
        public AttemptStatus status() {
            return AttemptStatus.RELEASED;
        }
    }
}
