package dev.ax.contract;

/**
 * An executor's word on the end of an attempt.
 *
 * @param succeeded SUCCEEDED or FAILED
 * @param result JSON text; null for none
 * @param error null for none
 * @param permanent with FAILED: whether another attempt is pointless
 * @param logUrl null for none
 */
@SuppressWarnings("ArrayRecordComponent") // passed through, never compared
public record Report(
        String id,
        long token,
        boolean succeeded,
        byte[] result,
        boolean resultOmitted,
        String error,
        boolean permanent,
        String logUrl) {}
