package dev.ax.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that handlers run on, and how many of them at once: virtual ones where the runtime has them. */
final class HandlerThreads {

    /** Waiting costs a virtual thread nothing: what bounds it is what the downstreams can bear. */
    private static final int VIRTUAL_SLOTS = 256;

    private static final int FIRST_WITH_VIRTUAL = 21;
    private static final long IDLE_SECONDS = 60;

    private HandlerThreads() {}

    static boolean areVirtual() {
        return Runtime.version().feature() >= FIRST_WITH_VIRTUAL;
    }

    /** How many handlers may run at once where the configuration leaves it open. */
    static int defaultSlots() {
        return areVirtual() ? VIRTUAL_SLOTS : 2 * Runtime.getRuntime().availableProcessors() + 2;
    }

    static ExecutorService open(int slots) {
        return areVirtual() ? virtual() : pool(slots);
    }

    /** Found by name, since this is compiled for Java 17, which does not know it. */
    private static ExecutorService virtual() {
        try {
            return (ExecutorService) MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class))
                    .invoke();
        } catch (Throwable missing) {
            throw new IllegalStateException("Java " + Runtime.version() + " lacks virtual threads", missing);
        }
    }

    /** A thread a slot. With a queue, since a slot is free a moment before its thread is. */
    private static ExecutorService pool(int slots) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                slots, slots, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("ax-handler-"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Daemons, so that a handler that never returns cannot keep a node from leaving. */
    static ThreadFactory named(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, prefix + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }
}
