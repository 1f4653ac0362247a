package dev.ax.store;

import java.util.List;

/** What a script call sends after its key. Asked anew for each sending. */
@FunctionalInterface
interface ScriptArgs {

    /**
     * The arguments, binary safe; the list is not changed.
     *
     * @param resend whether an earlier sending of this call may have run: its answer was lost, so the script must find
     *     out what it did then
     */
    List<byte[]> list(boolean resend);
}
