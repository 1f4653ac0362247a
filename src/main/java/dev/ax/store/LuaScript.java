package dev.ax.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One script as Redis runs it.
 *
 * @param name of its file, without folder and ending; the name in metrics and messages
 * @param source with its includes in place
 * @param sha1 of the source, in lower case hex: the name that Redis knows it by
 */
record LuaScript(String name, String source, String sha1) {

    static LuaScript of(String name, String source) {
        return new LuaScript(name, source, sha1Of(source));
    }

    private static String sha1Of(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }
}
