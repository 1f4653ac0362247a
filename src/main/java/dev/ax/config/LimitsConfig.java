package dev.ax.config;

/**
 * What is refused at the door.
 *
 * @param maxPayload bytes of a task's payload
 * @param maxBatchItems tasks in a batch
 * @param maxBatchBytes bytes of a batch
 */
public record LimitsConfig(int maxPayload, int maxBatchItems, int maxBatchBytes) {
    private static final int MIB = 1 << 20;

    public LimitsConfig {
        new Checks()
                .that(maxPayload >= 0 && maxPayload <= 16 * MIB, "a size from 0 to 16MiB", "max-payload")
                .within("max-batch-items", maxBatchItems, 1, 100_000)
                .that(
                        maxBatchBytes >= 1024 && maxBatchBytes <= 256 * MIB,
                        "a size from 1KiB to 256MiB",
                        "max-batch-bytes")
                .that(
                        maxPayload <= maxBatchBytes,
                        "max-payload to be no more than max-batch-bytes, or no batch could carry it",
                        "max-payload",
                        "max-batch-bytes")
                .done();
    }
}
