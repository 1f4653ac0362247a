package dev.ax.config;

import java.util.Locale;

/** What an API key allows; each role allows what those before it do. */
public enum Role {
    /** Look. */
    READ,
    /** Submit tasks, act on them, report on them. */
    WRITE,
    /** Take out of sight, and change what concerns more than one task. */
    ADMIN;

    /** Whether this role allows what needs {@code needed}. */
    public boolean allows(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** As it is written in the configuration and in answers. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
