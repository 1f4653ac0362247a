package dev.ax.http;

import dev.ax.config.ApiKeysConfig;
import dev.ax.config.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The API keys that are valid. It keeps their digests only, and compares one that is shown with all of them, each in
 * constant time: how long that takes says neither how much of a key is right nor which one is.
 */
final class KeyRing {
    private final List<Entry> entries = new ArrayList<>();

    KeyRing(ApiKeysConfig config) {
        for (Map.Entry<String, Role> key : config.keys()) {
            entries.add(new Entry(digest(key.getKey()), key.getValue()));
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Null where it is no valid key. */
    Role roleOf(String shown) {
        byte[] digest = digest(shown);
        Role role = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.digest(), digest)) {
                role = entry.role();
            }
        }
        return role;
    }

    private static byte[] digest(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared as a record
    private record Entry(byte[] digest, Role role) {}
}
