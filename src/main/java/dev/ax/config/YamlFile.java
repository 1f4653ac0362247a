package dev.ax.config;

import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The values of one YAML text, as texts. The tree of nodes is read, not the objects YAML would make of it: {@code 010}
 * stays as it was written instead of becoming 8, and each value knows its line.
 */
final class YamlFile {
    private final String name;
    private final Keys keys;
    private final Map<String, Setting> values = new LinkedHashMap<>();
    private final List<String> emptyMaps = new ArrayList<>();
    private final List<ConfigFault> faults = new ArrayList<>();

    private YamlFile(String name, Keys keys) {
        this.name = name;
        this.keys = keys;
    }

    /**
     * Reads a text.
     *
     * @param name of the file, for messages
     * @param keys that exist; null for the text that says which exist
     */
    static YamlFile read(String name, Reader text, Keys keys) {
        YamlFile file = new YamlFile(name, keys);
        try {
            Node root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(text);
            if (root != null) {
                file.root(root);
            }
        } catch (MarkedYAMLException fault) {
            file.fault(null, "YAML, but " + fault.getProblem(), at(name, fault));
        } catch (YAMLException fault) {
            file.fault(null, "YAML, but " + fault.getMessage(), name);
        }
        return file;
    }

    Map<String, Setting> values() {
        return values;
    }

    /** The keys that hold an empty map. */
    List<String> emptyMaps() {
        return emptyMaps;
    }

    List<ConfigFault> faults() {
        return faults;
    }

    private void root(Node root) {
        if (isNothing(root)) {
            return;
        }
        if (!(root instanceof MappingNode mapping)) {
            fault(null, "a section ax", origin(root));
            return;
        }
        for (NodeTuple entry : mapping.getValue()) {
            if (!"ax".equals(key(entry))) {
                fault(key(entry), "everything under the one section ax", origin(entry.getKeyNode()));
            } else if (entry.getValueNode() instanceof MappingNode section) {
                section("", section);
            } else if (!isNothing(entry.getValueNode())) {
                fault("ax", "a section", origin(entry.getValueNode()));
            }
        }
    }

    private void section(String prefix, MappingNode section) {
        for (NodeTuple entry : section.getValue()) {
            String path = prefix + key(entry);
            Node value = entry.getValueNode();
            if (keys != null && !keys.has(path) && !keys.isSection(path)) {
                unknown(path, entry.getKeyNode());
            } else if (value instanceof MappingNode mapping) {
                mapping(path, mapping);
            } else if (keys == null || keys.has(path)) {
                value(path, value);
            } else if (!isNothing(value)) {
                fault(Keys.ROOT + path, "a section", origin(value));
            }
        }
    }

    private void mapping(String path, MappingNode mapping) {
        if (keys != null && !keys.isSection(path)) {
            fault(Keys.ROOT + path, "a value, not a section", origin(mapping));
        } else if (keys == null && mapping.getValue().isEmpty()) {
            emptyMaps.add(path);
        } else {
            section(path + ".", mapping);
        }
    }

    private void value(String path, Node node) {
        List<String> items = new ArrayList<>();
        if (node instanceof SequenceNode sequence) {
            for (Node item : sequence.getValue()) {
                if (!(item instanceof ScalarNode scalar)) {
                    fault(Keys.ROOT + path, "a list of texts", origin(item));
                    return;
                }
                items.add(scalar.getValue());
            }
        } else {
            items.add(((ScalarNode) node).getValue());
        }
        Setting setting = new Setting(List.copyOf(items), !(node instanceof SequenceNode), origin(node), keys == null);
        if (values.putIfAbsent(path, setting) != null) {
            fault(Keys.ROOT + path, "the key once; it stands on an earlier line too", origin(node));
        }
    }

    private void unknown(String path, Node node) {
        String advice = keys.nearest(path)
                .map(near -> "a known key; the nearest is " + Keys.ROOT + near)
                .orElse("a known key");
        fault(Keys.ROOT + path, advice, origin(node));
    }

    private void fault(String key, String expected, String origin) {
        faults.add(new ConfigFault(key == null ? name : key, null, origin, expected));
    }

    private String origin(Node node) {
        return keys == null ? "default" : name + " line " + (node.getStartMark().getLine() + 1);
    }

    private static String at(String name, MarkedYAMLException fault) {
        return fault.getProblemMark() == null
                ? name
                : name + " line " + (fault.getProblemMark().getLine() + 1);
    }

    private static String key(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
    }

    /** A key with nothing behind it, as where all that followed is a comment. */
    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar
                && (scalar.getTag().equals(Tag.NULL) || scalar.getValue().isEmpty());
    }
}
