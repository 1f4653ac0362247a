package dev.ax.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the handlers of all nodes wrote: which attempts they began and brought to an end. */
final class Journal {
    private final Map<Integer, Integer> begun = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private int leasesThatRanTwice;

    /** Reads those that are there. */
    static Journal read(List<Path> files) {
        Journal journal = new Journal();
        Set<String> leases = new HashSet<>();
        for (Path file : files) {
            if (Files.exists(file)) {
                journal.read(file, leases);
            }
        }
        return journal;
    }

    private void read(Path file, Set<String> leases) {
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                int number = Work.number(words[1]);
                if (words[0].equals("B")) {
                    begun.merge(number, 1, Integer::sum);
                    if (!leases.add(words[1] + " " + words[3])) {
                        leasesThatRanTwice++;
                    }
                } else {
                    ended.add(key(number, Integer.parseInt(words[2])));
                }
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** How often a handler began a task. */
    int begun(int number) {
        return begun.getOrDefault(number, 0);
    }

    /** Tasks that handlers began more than once. */
    long begunAgain() {
        return begun.values().stream().filter(times -> times > 1).count();
    }

    /** Whether a handler brought an attempt to its end, whatever became of the result. */
    boolean ended(int number, int attempt) {
        return ended.contains(key(number, attempt));
    }

    /** One lease is one permission to run: this is zero. */
    int leasesThatRanTwice() {
        return leasesThatRanTwice;
    }

    private static String key(int number, int attempt) {
        return number + " " + attempt;
    }
}
