package dev.ax.config;

/**
 * The gate under load. Read and checked, so that a file for the release that has the gate is sound already; nothing
 * acts on it yet, and the start says so where it differs from the defaults.
 *
 * @param capacity ready and running tasks that count as a load of 1
 * @param warn load from which core tasks go before the rest
 * @param shed load from which new tasks that are not core are refused
 * @param stop load from which due tasks that are not core are held
 * @param resume load below which they are let go
 */
public record BackpressureConfig(int capacity, double warn, double shed, double stop, double resume) {

    /** The defaults of {@code ax.yaml}. */
    public static final BackpressureConfig DEFAULT = new BackpressureConfig(100_000, 0.60, 0.80, 0.95, 0.40);

    public BackpressureConfig {
        new Checks()
                .within("capacity", capacity, 1, 1_000_000_000)
                .ratio("warn", warn)
                .ratio("shed", shed)
                .ratio("stop", stop)
                .ratio("resume", resume)
                .that(warn < shed, "warn to be below shed", "warn", "shed")
                .that(shed < stop, "shed to be below stop", "shed", "stop")
                .that(resume < stop, "resume to be below stop", "resume", "stop")
                .done();
    }
}
