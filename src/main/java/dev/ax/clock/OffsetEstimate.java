package dev.ax.clock;

/**
 * How far the store's clock is from the monotonic source.
 *
 * @param offsetNanos store minus monotonic
 * @param errorNanos the offset is off by no more than this, as of {@code takenNanos}
 * @param takenNanos the monotonic reading when the sample came in
 */
record OffsetEstimate(long offsetNanos, long errorNanos, long takenNanos) {
    /** Two quartz clocks part by up to 100 ppm, one that is being slewed by NTP by 500 at most for a while. */
    private static final long DRIFT_DIVISOR = 10_000;

    /** From one reading of the store's clock that was asked for and answered at these instants. */
    static OffsetEstimate of(long askedNanos, long answeredNanos, long storeMicros) {
        long roundTrip = Math.max(0, answeredNanos - askedNanos);
        long halfWay = askedNanos + roundTrip / 2;
        // The reading was made somewhere within the round trip, and cut to a microsecond.
        return new OffsetEstimate(storeMicros * 1_000 - halfWay, roundTrip / 2 + 1_000, answeredNanos);
    }

    long errorAt(long nanos) {
        return errorNanos + Math.max(0, nanos - takenNanos) / DRIFT_DIVISOR;
    }

    /** Whether both can be true: their ranges, aged to the later's instant, meet. */
    boolean agreesWith(OffsetEstimate later) {
        return Math.abs(later.offsetNanos - offsetNanos) <= errorAt(later.takenNanos) + later.errorNanos;
    }
}
