package dev.ax.store;

import dev.ax.task.Progress;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import dev.ax.task.Verdict;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The script {@code complete}: the ends of attempts, by word of their holders or of a reaper. */
final class Ends {
    /** The end of an attempt is worth some patience; its holder sends it again after that. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int PARTITION = 1;
    private static final int NOTE = 2;
    private static final int RESULT = 4;
    private static final int LOG = 8;

    private final StoreParts store;

    Ends(StoreParts store) {
        this.store = store;
    }

    Uni<List<CompletionStatus>> complete(List<Completion> completions) {
        return store.pieces()
                .cut(
                        completions,
                        c -> c.holding().id(),
                        (group, piece) -> end(store.links().data(), group, "holder", 0, 0, piece));
    }

    /** Ends attempts of one group, as their holder or as a reaper. */
    Future<List<CompletionStatus>> end(
            RedisLink link, Group group, String mode, int node, long incarnation, List<Completion> piece) {
        List<byte[]> args = new ArrayList<>(4 + 3 * piece.size());
        args.add(Group.bytes(mode));
        args.add(Group.bytes(node));
        args.add(Group.bytes(incarnation));
        args.add(store.stepMs());
        piece.forEach(completion -> add(completion, args));
        return group.call(link, Script.COMPLETE, resend -> args, PATIENCE).map(answer -> statuses(piece, answer));
    }

    /** An attempt's id and head, and what else there is of it: most ends have nothing. */
    private void add(Completion completion, List<byte[]> args) {
        String id = completion.holding().id();
        byte[] note = new Note(completion.verdict().reason(), completion.error()).encode();
        byte[] result = Group.orEmpty(completion.result());
        String logUrl = completion.logUrl();
        boolean dueAgain = completion.verdict().next() == TaskState.PENDING;
        int extras = (dueAgain ? PARTITION : 0)
                | (note.length > 0 ? NOTE : 0)
                | (result.length > 0 ? RESULT : 0)
                | (logUrl != null ? LOG : 0);
        args.add(Group.bytes(id));
        args.add(head(completion, extras));
        if (dueAgain) {
            args.add(Group.bytes(store.partitions().of(id)));
        }
        if (note.length > 0) {
            args.add(note);
        }
        if (result.length > 0) {
            args.add(result);
        }
        if (logUrl != null) {
            args.add(Snapshots.encode(new Progress(Double.NaN, null, logUrl)));
        }
    }

    private static byte[] head(Completion completion, int extras) {
        Verdict verdict = completion.verdict();
        return new Packer(28)
                .i64(completion.holding().token())
                .u8(verdict.status().code())
                .u8(verdict.next().code())
                .u48(verdict.delayMs())
                .u16(verdict.retry())
                .u8(verdict.lost())
                .u48(completion.startedAtMs())
                .u8(completion.resultOmitted() ? 1 : 0)
                .u8(By.code(completion.by()))
                .u8(extras)
                .done();
    }

    private List<CompletionStatus> statuses(List<Completion> piece, Response answer) {
        long nowMs = Long.parseLong(answer.get(0).toString());
        List<CompletionStatus> statuses = new ArrayList<>(piece.size());
        List<Transition> made = new ArrayList<>(piece.size());
        for (int i = 0; i < piece.size(); i++) {
            Completion completion = piece.get(i);
            Verdict verdict = completion.verdict();
            CompletionStatus status = statusOf(answer.get(i + 1).toString());
            statuses.add(status);
            if (status == CompletionStatus.ACCEPTED) {
                String id = completion.holding().id();
                made.add(new Transition(
                        nowMs,
                        id,
                        completion.type(),
                        completion.queue(),
                        TaskState.RUNNING,
                        verdict.next(),
                        completion.attempt(),
                        verdict.status(),
                        completion.node(),
                        verdict.reason()));
                if (verdict.next() == TaskState.PENDING) {
                    store.news().due(id, nowMs + verdict.delayMs());
                }
            }
        }
        store.news().made(made, Set.of());
        return statuses;
    }

    private static CompletionStatus statusOf(String code) {
        return switch (code) {
            case "A" -> CompletionStatus.ACCEPTED;
            case "D" -> CompletionStatus.REPEATED;
            case "R" -> CompletionStatus.REFUSED;
            default -> CompletionStatus.UNKNOWN;
        };
    }
}
