package dev.ax.cli;

import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskContext;
import io.vertx.core.json.JsonObject;
import java.io.FileNotFoundException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The story that {@code demo} tells. For one thread. */
final class Demo {
    /** A start within this is on time for a person, on a busy machine too; the bench has the finer figures. */
    private static final long ON_TIME_MS = 500;

    private static final long LOOK_MS = 50;
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int TIMERS = 5;

    private static final String RETRIED = "import:retried";
    private static final String DEAD = "import:broken";
    private static final String CANCELLED = "mail:cancelled";
    private static final String UNPAID = "order:close:123456";
    private static final String PAID = "order:close:123457";
    private static final Duration PAYMENT_WINDOW = Duration.ofSeconds(3);

    private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "CANCELED", "EXPIRED");

    private final DemoClient rest;
    private final PrintWriter out;
    private final Set<String> closedOrders = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> shown = new LinkedHashMap<>();
    private final List<String> summary = new ArrayList<>();
    private final AtomicBoolean mended = new AtomicBoolean();
    private long beganNanos;
    private boolean asPromised = true;

    Demo(LocalNode node, PrintWriter out) {
        this.rest = new DemoClient(node.url());
        this.out = out;
        Scheduler scheduler = node.node().scheduler();
        scheduler.register("order.close", this::closeOrder);
        scheduler.register("import", this::importPrices);
    }

    private Object closeOrder(TaskContext context) {
        String order = new JsonObject(context.payload()).getString("order");
        closedOrders.add(order);
        return new JsonObject().put("closed", order);
    }

    /** Fails until somebody has mended the cause. */
    private Object importPrices(TaskContext context) throws FileNotFoundException {
        if (!mended.get()) {
            throw new FileNotFoundException("prices.csv is missing");
        }
        return null;
    }

    /** Whether everything was as promised. */
    boolean run() {
        warmUp();
        beganNanos = System.nanoTime();
        submitAll();
        watchUntil(() -> elapsed().compareTo(Duration.ofSeconds(1)) >= 0);
        act(PAID, "cancel", "it was paid");
        act(CANCELLED, "cancel", "not wanted any more");
        watchUntil(() -> state(DEAD).equals("FAILED"));
        boolean listed = isDeadLetter(DEAD);
        say(DEAD, listed ? "is a dead letter: kept for a person to look at" : "is not among the dead letters");
        mended.set(true);
        act(DEAD, "replay", "the file is there now");
        watchUntil(this::allEnded);
        // The cancelled ones must stay so beyond the instants at which they were due.
        watchUntil(() -> elapsed().compareTo(Duration.ofSeconds(6)) >= 0);
        judge(listed);
        return asPromised;
    }

    /** The first task of a process loads classes all along its road; that is not what the figures are to show. */
    private void warmUp() {
        rest.post("/v1/tasks", new JsonObject().put("id", "warm-up").put("type", "ax.noop"));
        rest.get("/v1/tasks/warm-up?wait=10s");
        rest.history("warm-up");
    }

    private void submitAll() {
        for (int i = 1; i <= TIMERS; i++) {
            submit("timer:" + i, "ax.echo", Duration.ofSeconds(i), new JsonObject().put("n", i), null);
        }
        submit(RETRIED, "ax.fail", Duration.ofMillis(500), new JsonObject().put("times", 2), retry(3, "1s"));
        submit(DEAD, "import", Duration.ofMillis(500), null, retry(1, "1s"));
        submit(CANCELLED, "ax.noop", Duration.ofSeconds(4), null, null);
        submit(UNPAID, "order.close", PAYMENT_WINDOW, new JsonObject().put("order", "123456"), null);
        submit(PAID, "order.close", PAYMENT_WINDOW, new JsonObject().put("order", "123457"), null);
    }

    private static JsonObject retry(int maxRetries, String initialDelay) {
        return new JsonObject()
                .put("maxRetries", maxRetries)
                .put("initialDelay", initialDelay)
                .put("multiplier", 2)
                .put("jitter", 0);
    }

    private void submit(String id, String type, Duration delay, JsonObject payload, JsonObject retry) {
        JsonObject task = new JsonObject().put("id", id).put("type", type).put("delay", delay.toMillis() + "ms");
        if (payload != null) {
            task.put("payload", payload);
        }
        if (retry != null) {
            task.put("retry", retry);
        }
        rest.post("/v1/tasks", task);
        shown.put(id, 1);
        say(id, "submitted, type " + type + ", due in " + seconds(delay));
    }

    private void act(String id, String action, String reason) {
        rest.post("/v1/tasks/" + id + "/" + action, new JsonObject().put("reason", reason));
    }

    private boolean isDeadLetter(String id) {
        return rest.get("/v1/dead-letters").getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .anyMatch(letter -> id.equals(letter.getString("id")));
    }

    /** Shows what happens until the condition holds or the demo has taken too long. */
    private void watchUntil(BooleanSupplier condition) {
        do {
            shown.replaceAll(this::showNew);
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            } catch (InterruptedException fault) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", fault);
            }
        } while (!condition.getAsBoolean() && elapsed().compareTo(LONGEST) < 0);
        // What made the condition true came after the last look.
        shown.replaceAll(this::showNew);
    }

    private int showNew(String id, int linesShown) {
        List<JsonObject> lines = rest.history(id);
        for (JsonObject line : lines.subList(Math.min(linesShown, lines.size()), lines.size())) {
            String text = told(line);
            if (!text.isEmpty()) {
                say(
                        id,
                        text
                                + (line.getString("to").equals("SUCCEEDED")
                                        ? ", started " + lateness(id) + " ms after due"
                                        : ""));
            }
        }
        return Math.max(linesShown, lines.size());
    }

    /** One line of the history in a person's words; empty for what is only a step on the way. */
    private static String told(JsonObject line) {
        String reason = line.getString("reason") == null ? "" : " (" + line.getString("reason") + ")";
        String error = line.getString("error") == null
                ? ""
                : ": " + line.getString("error").lines().findFirst().orElse("");
        return switch (line.getString("to")) {
            case "RUNNING" -> "RUNNING, attempt " + line.getInteger("attempt");
            case "PENDING" ->
                line.getString("outcome") == null
                        ? "PENDING again" + reason
                        : "attempt " + line.getInteger("attempt") + " " + line.getString("outcome") + error
                                + ", tried again";
            case "READY" -> "";
            case "FAILED" -> "FAILED" + error;
            default -> line.getString("to") + reason;
        };
    }

    private boolean allEnded() {
        return shown.keySet().stream().allMatch(id -> ENDED.contains(state(id)));
    }

    private String state(String id) {
        return rest.task(id).getString("state");
    }

    private void judge(boolean listed) {
        judgeTimers();
        judgeRetried();
        JsonObject dead = rest.task(DEAD);
        check(
                "a dead letter is replayed",
                "used up its retry, " + (listed ? "was listed, " : "was not listed, ") + "then "
                        + dead.getString("state") + " at attempt " + dead.getInteger("attempt"),
                listed && dead.getString("state").equals("SUCCEEDED") && dead.getInteger("attempt") == 3);
        JsonObject cancelled = rest.task(CANCELLED);
        check(
                "a cancelled task never starts",
                cancelled.getString("state") + ", " + cancelled.getInteger("attempt") + " attempts",
                cancelled.getString("state").equals("CANCELED") && cancelled.getInteger("attempt") == 0);
        check(
                "an order is closed unless paid",
                "closed: " + (closedOrders.isEmpty() ? "none" : String.join(", ", closedOrders)) + "; paid: 123457",
                closedOrders.equals(Set.of("123456")));
        tell();
    }

    private void judgeTimers() {
        List<Long> lateness = new ArrayList<>();
        boolean succeeded = true;
        for (int i = 1; i <= TIMERS; i++) {
            JsonObject timer = rest.task("timer:" + i);
            succeeded &= timer.getString("state").equals("SUCCEEDED");
            if (timer.getString("startedAt") != null) {
                lateness.add(lateness(timer));
            }
        }
        boolean onTime = lateness.size() == TIMERS && lateness.stream().allMatch(ms -> ms >= 0 && ms <= ON_TIME_MS);
        String figures = lateness.stream().map(String::valueOf).collect(Collectors.joining(", "));
        check(
                TIMERS + " delayed tasks start on time",
                "start after due: " + figures + " ms" + (succeeded ? "" : "; not all succeeded"),
                onTime && succeeded);
    }

    private long lateness(String id) {
        return lateness(rest.task(id));
    }

    /** Of its latest attempt, in milliseconds. */
    private static long lateness(JsonObject task) {
        Instant due = Instant.parse(task.getString("runAt"));
        return Duration.between(due, Instant.parse(task.getString("startedAt"))).toMillis();
    }

    private void judgeRetried() {
        JsonObject retried = rest.task(RETRIED);
        long failures = rest.history(RETRIED).stream()
                .filter(line -> "FAILED".equals(line.getString("outcome")))
                .count();
        check(
                "a failure is tried again",
                failures + " failures, then " + retried.getString("state") + " at attempt "
                        + retried.getInteger("attempt"),
                failures == 2 && retried.getString("state").equals("SUCCEEDED") && retried.getInteger("attempt") == 3);
    }

    private void check(String promise, String found, boolean kept) {
        asPromised &= kept;
        summary.add(String.format(Locale.ROOT, "  [%s] %-32s %s", kept ? " ok " : "FAIL", promise, found));
    }

    private void tell() {
        out.println();
        out.println("Promised, and what happened:");
        summary.forEach(out::println);
        out.println();
        long kept = summary.stream().filter(line -> line.contains("[ ok ]")).count();
        out.println(
                asPromised
                        ? "All " + summary.size() + " as promised, in " + seconds(elapsed()) + "."
                        : "Only " + kept + " of " + summary.size() + " as promised.");
        out.flush();
    }

    private void say(String id, String text) {
        out.printf(Locale.ROOT, "%6s  %-20s %s%n", seconds(elapsed()), id, text);
        out.flush();
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - beganNanos);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1fs", duration.toMillis() / 1000.0);
    }
}
