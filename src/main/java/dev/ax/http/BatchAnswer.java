package dev.ax.http;

import dev.ax.contract.BatchResult;
import dev.ax.contract.Parsed;
import dev.ax.contract.Problem;
import dev.ax.contract.TaskJson;
import dev.ax.store.Submission;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Puts what the scheduler said of the valid items of a batch back among those that were none. */
final class BatchAnswer {
    private BatchAnswer() {}

    /**
     * @param items as they were sent
     * @param submissions one for each valid item, in order
     */
    static Buffer of(List<Parsed> items, List<Submission> submissions) {
        Iterator<Submission> next = submissions.iterator();
        List<BatchResult> results = new ArrayList<>(items.size());
        for (Parsed item : items) {
            if (item instanceof Parsed.Invalid invalid) {
                results.add(BatchResult.refused(invalid.id(), invalid.problem()));
            } else {
                results.add(result(((Parsed.Valid) item).spec().id(), next.next()));
            }
        }
        return TaskJson.ofBatch(results);
    }

    private static BatchResult result(String id, Submission submission) {
        if (submission instanceof Submission.Created) {
            return BatchResult.created(id);
        } else if (submission instanceof Submission.Existing) {
            return BatchResult.existing(id);
        } else if (submission instanceof Submission.Conflict conflict) {
            return BatchResult.refused(id, Problem.idTaken(conflict.existing()));
        }
        return BatchResult.refused(id, Problem.of(((Submission.Refused) submission).cause()));
    }
}
