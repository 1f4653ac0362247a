package dev.ax.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The keys that callers of the REST endpoint show, by the role that each has. Several of a role are valid at once, so that
 * they can be changed one after another. A key is 16 to 200 visible ASCII characters without a comma.
 */
public record ApiKeysConfig(List<String> read, List<String> write, List<String> admin) {

    /** Nobody needs a key. */
    public static final ApiKeysConfig NONE = new ApiKeysConfig(List.of(), List.of(), List.of());

    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7E&&[^,]]{16,200}");

    public ApiKeysConfig {
        read = List.copyOf(read);
        write = List.copyOf(write);
        admin = List.copyOf(admin);
        Checks checks = new Checks();
        Set<String> seen = new HashSet<>();
        for (Map.Entry<Role, List<String>> keys : byRole(read, write, admin)) {
            String name = keys.getKey().label();
            checks.that(
                            keys.getValue().stream()
                                    .allMatch(key -> KEY.matcher(key).matches()),
                            "keys of 16 to 200 visible ASCII characters without a comma, such as `openssl rand -hex 32`"
                                    + " prints",
                            name)
                    .that(
                            // All are added, also behind the first that is there already: each role's faults are told.
                            keys.getValue().stream().filter(seen::add).count()
                                    == keys.getValue().size(),
                            "each key once, under one role: a role allows what those below it do",
                            name);
        }
        checks.done();
    }

    private static List<Map.Entry<Role, List<String>>> byRole(
            List<String> read, List<String> write, List<String> admin) {
        return List.of(Map.entry(Role.READ, read), Map.entry(Role.WRITE, write), Map.entry(Role.ADMIN, admin));
    }

    /** Whether nobody needs a key. */
    public boolean isEmpty() {
        return read.isEmpty() && write.isEmpty() && admin.isEmpty();
    }

    /** Each key with its role, the strongest last. */
    public List<Map.Entry<String, Role>> keys() {
        List<Map.Entry<String, Role>> all = new ArrayList<>();
        byRole(read, write, admin)
                .forEach(keys -> keys.getValue().forEach(key -> all.add(Map.entry(key, keys.getKey()))));
        return all;
    }

    /** Keys are never printed. */
    @Override
    public String toString() {
        return "ApiKeysConfig[" + read.size() + " read, " + write.size() + " write, " + admin.size() + " admin]";
    }
}
