package dev.ax.contract;

/**
 * What became of one task of a batch.
 *
 * @param id null where the item had none that could be read
 * @param status as {@code POST /v1/tasks} would have answered
 * @param problem null where it was taken
 */
public record BatchResult(String id, int status, Problem problem) {

    /** 201: it is stored now. */
    public static BatchResult created(String id) {
        return new BatchResult(id, 201, null);
    }

    /** 200: the same task was known already. */
    public static BatchResult existing(String id) {
        return new BatchResult(id, 200, null);
    }

    public static BatchResult refused(String id, Problem problem) {
        return new BatchResult(id, problem.status(), problem);
    }
}
