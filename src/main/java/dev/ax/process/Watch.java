package dev.ax.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends a child process when this one is gone. A shell reads from a pipe that nobody writes to: the read ends when the
 * system closes this process's end, whatever ended it. Where there is no shell, a shutdown hook does what it can.
 */
final class Watch {
    private final Process shell;
    private final Thread hook;

    private Watch(Process shell, Thread hook) {
        this.shell = shell;
        this.hook = hook;
    }

    static Watch over(Process child, Optional<Path> setsid) {
        List<String> command = new ArrayList<>();
        setsid.ifPresent(path -> command.add(path.toString()));
        command.addAll(List.of("sh", "-c", "trap '' INT TERM HUP; read -r line; kill \"$1\"", "sh"));
        command.add(Long.toString(child.pid()));
        try {
            Process shell = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // The child's number may go to another process once it has ended.
            var unused = child.onExit().thenRun(shell::destroyForcibly);
            return new Watch(shell, null);
        } catch (IOException noShell) {
            Thread hook = new Thread(child::destroyForcibly, "redis-end");
            Runtime.getRuntime().addShutdownHook(hook);
            return new Watch(null, hook);
        }
    }

    /** Lets the child be. */
    void end() {
        if (shell != null) {
            shell.destroyForcibly();
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // Too late to take it back, and what it does is what is wanted now.
        }
    }
}
