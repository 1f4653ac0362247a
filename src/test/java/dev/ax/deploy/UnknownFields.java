package dev.ax.deploy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Fields that the model does not know: it keeps them aside instead of refusing them, so that a misspelt one would go
 * unnoticed, here and in the cluster.
 */
final class UnknownFields {
    private static final String ASIDE = "additionalProperties";

    private final List<String> found = new ArrayList<>();

    private UnknownFields() {}

    /** Their paths, below {@code path}. */
    static List<String> of(String path, Object resource) {
        UnknownFields walk = new UnknownFields();
        walk.visit(path, resource);
        return walk.found;
    }

    private void visit(String path, Object value) {
        if (value instanceof Collection<?> items) {
            int i = 0;
            for (Object item : items) {
                visit(path + "[" + i++ + "]", item);
            }
        } else if (value instanceof Map<?, ?> members) {
            members.forEach((name, member) -> visit(path + "." + name, member));
        } else if (value != null && value.getClass().getName().startsWith("io.fabric8.kubernetes.api.model")) {
            for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass()) {
                fields(path, value, type);
            }
        }
    }

    private void fields(String path, Object value, Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            Object member = read(field, value);
            if (field.getName().equals(ASIDE)) {
                ((Map<?, ?>) member).keySet().forEach(name -> found.add(path + "." + name));
            } else {
                visit(path + "." + field.getName(), member);
            }
        }
    }

    private static Object read(Field field, Object value) {
        try {
            field.setAccessible(true);
            return field.get(value);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
