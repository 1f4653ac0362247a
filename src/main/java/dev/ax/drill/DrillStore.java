package dev.ax.drill;

import dev.ax.process.SlowLog;
import java.time.Duration;
import java.util.Map;

/** Where the tasks of a drill are kept; something of it may be killed and started again. For one thread. */
interface DrillStore extends AutoCloseable {

    /** How nodes find it, by key without the leading {@code ax.}. */
    Map<String, String> config();

    /** Kills a server as a power cut would. */
    void kill();

    /** Starts again what was killed. */
    void start();

    /** Lets all of it stand still: connections stay, and nobody answers. */
    void freeze();

    /** Lets what stands still go on. */
    void thaw();

    /** Lets the watch over long commands begin anew. */
    void watchCommands();

    /** The longest command since, of those over 10 ms. */
    SlowLog.Longest longestCommand();

    /**
     * Sets a key of the nodes' first group, by its name below the prefix.
     *
     * @throws DrillUnavailableException where there are several servers
     */
    void set(String key, String value);

    /** The part of what was acknowledged before a kill that may be lost by it. */
    Duration mayLose();

    /**
     * The port of the only server.
     *
     * @throws DrillUnavailableException where there are several
     */
    int port();

    @Override
    void close();
}
