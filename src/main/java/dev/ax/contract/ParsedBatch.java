package dev.ax.contract;

import java.util.List;

/** What became of a submitted batch. */
public sealed interface ParsedBatch {

    /** One entry an item, in order; a bad one spoils no other. */
    record Items(List<Parsed> items) implements ParsedBatch {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Nothing of it can be taken. */
    record Refused(Problem problem) implements ParsedBatch {}
}
