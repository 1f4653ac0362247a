package dev.ax;

/** Entry point of {@code ax.jar}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {}
}
