package dev.ax.store;

import dev.ax.task.Transition;
import java.util.List;

/** Hears of the transitions that this node's store calls have made: best effort, since the history is the truth. */
@FunctionalInterface
public interface TransitionListener {

    /** Called on the store's event loop after each call that changed something; must not block. */
    void onTransitions(List<Transition> transitions);
}
