package dev.ax.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Shows {@code openapi.yaml} to people: one page, made once, when it is first asked for. */
final class ContractPage {
    private static final List<String> METHODS = List.of("get", "put", "post", "patch", "delete");

    private final Map<?, ?> contract;
    private final Html page;

    private ContractPage(Map<?, ?> contract) {
        this.contract = contract;
        Map<?, ?> info = map(contract, "info");
        this.page = Pages.begin(text(info, "title"));
        page.element("p", info.get("description"));
    }

    /** @param yaml an OpenAPI document */
    static String of(String yaml) {
        Map<?, ?> contract = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return new ContractPage(contract).write();
    }

    private String write() {
        page.element("h2", "Calls");
        map(contract, "paths").forEach((path, item) -> path(path.toString(), (Map<?, ?>) item));
        page.element("h2", "Shapes");
        map(map(contract, "components"), "schemas").forEach((name, schema) -> shape(name, (Map<?, ?>) schema));
        return Pages.end(page);
    }

    private void path(String path, Map<?, ?> item) {
        for (String method : METHODS) {
            if (item.get(method) instanceof Map<?, ?> call) {
                page.raw("<h3><code>")
                        .text(method.toUpperCase(Locale.ROOT) + " " + path)
                        .raw("</code></h3>");
                page.element("p", call.get("summary")).element("p", call.get("description"));
                parameters(item);
                parameters(call);
                body(call);
                responses(call);
            }
        }
    }

    private void parameters(Map<?, ?> holder) {
        if (!(holder.get("parameters") instanceof List<?> parameters)) {
            return;
        }
        page.raw("<table>");
        for (Object entry : parameters) {
            Map<?, ?> parameter = resolved((Map<?, ?>) entry);
            row(
                    text(parameter, "name") + " (" + text(parameter, "in") + ")",
                    text(parameter, "description"),
                    typeOf(map(parameter, "schema")));
        }
        page.raw("</table>");
    }

    private void body(Map<?, ?> call) {
        Map<?, ?> body = resolved(map(call, "requestBody"));
        Map<?, ?> content = map(body, "content");
        if (!content.isEmpty()) {
            page.raw("<table>");
            content.forEach((type, media) ->
                    row("body", text(body, "description"), type + ": " + typeOf(map((Map<?, ?>) media, "schema"))));
            page.raw("</table>");
        }
    }

    private void responses(Map<?, ?> call) {
        page.raw("<table>");
        map(call, "responses").forEach((status, entry) -> {
            Map<?, ?> response = resolved((Map<?, ?>) entry);
            StringBuilder types = new StringBuilder();
            map(response, "content")
                    .forEach((type, media) -> types.append(type)
                            .append(": ")
                            .append(typeOf(map((Map<?, ?>) media, "schema")))
                            .append('\n'));
            row(status, text(response, "description"), types);
        });
        page.raw("</table>");
    }

    private void shape(Object name, Map<?, ?> schema) {
        page.raw("<h3 id=\"").text(name).raw("\"><code>").text(name).raw("</code></h3>");
        page.element("p", schema.get("description"));
        Map<?, ?> properties = map(schema, "properties");
        if (properties.isEmpty()) {
            page.element("p", typeOf(schema));
            return;
        }
        List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
        page.raw("<table>");
        properties.forEach((field, property) -> row(
                required.contains(field) ? field + ", required" : field,
                text((Map<?, ?>) property, "description"),
                typeOf((Map<?, ?>) property)));
        page.raw("</table>");
    }

    private void row(Object name, Object meaning, Object type) {
        page.raw("<tr><td><code>").text(name).raw("</code></td>");
        page.element("td", meaning).element("td", type).raw("</tr>");
    }

    /** A schema in a few words, such as {@code array of Task} or {@code integer, 0 to 4, default 2}. */
    private static String typeOf(Map<?, ?> schema) {
        if (schema.get("$ref") instanceof String ref) {
            return nameOf(ref);
        }
        StringBuilder words = new StringBuilder();
        Object type = schema.get("type");
        words.append(type instanceof List<?> types ? String.join(" or ", strings(types)) : type == null ? "any" : type);
        if (schema.get("items") instanceof Map<?, ?> items) {
            words.append(" of ").append(typeOf(items));
        }
        if (schema.get("enum") instanceof List<?> values) {
            words.append(": ").append(String.join(", ", strings(values)));
        }
        if (schema.get("minimum") != null && schema.get("maximum") != null) {
            words.append(", ").append(schema.get("minimum")).append(" to ").append(schema.get("maximum"));
        }
        if (schema.get("default") != null) {
            words.append(", default ").append(schema.get("default"));
        }
        return words.toString();
    }

    private Map<?, ?> resolved(Map<?, ?> value) {
        if (!(value.get("$ref") instanceof String ref)) {
            return value;
        }
        Map<?, ?> found = contract;
        for (String step : ref.substring("#/".length()).split("/", -1)) {
            found = map(found, step);
        }
        return found;
    }

    private static String nameOf(String ref) {
        return ref.substring(ref.lastIndexOf('/') + 1);
    }

    private static List<String> strings(List<?> values) {
        return values.stream().map(String::valueOf).toList();
    }

    private static String text(Map<?, ?> holder, String key) {
        Object value = holder.get(key);
        return value == null ? "" : value.toString();
    }

    private static Map<?, ?> map(Map<?, ?> holder, String key) {
        return holder.get(key) instanceof Map<?, ?> found ? found : Map.of();
    }
}
