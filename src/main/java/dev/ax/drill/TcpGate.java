package dev.ax.drill;

import dev.ax.process.RedisProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a port of this machine that can be shut. While it is shut nothing passes and nobody is told, as with a cable
 * that was pulled; what was on its way arrives when it opens. Any thread may use it.
 */
final class TcpGate implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean shut; // guarded by this

    /**
     * Opens it.
     *
     * @param host address to listen on, at any free port
     * @param target port of loopback
     */
    TcpGate(String host, int target) {
        this.target = target;
        try {
            this.listening = new ServerSocket(0, 128, InetAddress.getByName(host));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        thread(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    synchronized void shut() {
        shut = true;
    }

    synchronized void open() {
        shut = false;
        notifyAll();
    }

    @Override
    public void close() {
        closeQuietly(listening);
        sockets.forEach(TcpGate::closeQuietly);
        open();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listening.accept();
                Socket far = new Socket();
                sockets.add(near);
                sockets.add(far);
                thread(() -> connect(near, far));
            }
        } catch (IOException closed) {
            // nobody is let in any more
        }
    }

    private void connect(Socket near, Socket far) {
        try {
            awaitOpen();
            far.connect(new InetSocketAddress(RedisProbe.loopback(), target));
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            thread(() -> pass(far, near));
            pass(near, far);
        } catch (IOException refused) {
            end(near, far);
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitOpen();
                out.write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // by one of the two sides
        }
        end(from, to);
    }

    private synchronized void awaitOpen() {
        try {
            while (shut) {
                wait();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(Socket one, Socket other) {
        sockets.remove(one);
        sockets.remove(other);
        closeQuietly(one);
        closeQuietly(other);
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "gate");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable closed) {
        try {
            closed.close();
        } catch (Exception gone) {
            // that is what was wanted
        }
    }
}
