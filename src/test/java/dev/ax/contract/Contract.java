package dev.ax.contract;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yaml.snakeyaml.Yaml;

/** {@code openapi.yaml}, as a judge of bodies and answers. */
final class Contract {

    private static final JsonObject DOCUMENT = load();
    private static final Map<String, Validator> VALIDATORS = new ConcurrentHashMap<>();

    private Contract() {}

    static JsonObject document() {
        return DOCUMENT;
    }

    /** What the schema of that name finds wrong with the JSON text; empty where it takes it. */
    static String faultsOf(String schema, String json) {
        OutputUnit found =
                VALIDATORS.computeIfAbsent(schema, Contract::validator).validate(Json.decodeValue(json));
        return found.getValid() ? "" : found.toJson().encode();
    }

    private static Validator validator(String schema) {
        JsonObject root = new JsonObject()
                .put("$id", "https://ax.dev/" + schema)
                .put("$schema", Draft.DRAFT202012.getIdentifier())
                .put("$ref", "#/components/schemas/" + schema)
                .put("components", DOCUMENT.getJsonObject("components").copy()); // the validator writes into it
        JsonSchemaOptions options = new JsonSchemaOptions()
                .setBaseUri("https://ax.dev/")
                .setDraft(Draft.DRAFT202012)
                .setOutputFormat(OutputFormat.Basic);
        return Validator.create(JsonSchema.of(root), options);
    }

    private static JsonObject load() {
        try (InputStream yaml = Contract.class.getResourceAsStream("/openapi.yaml")) {
            return (JsonObject) json(new Yaml().load(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object json(Object yaml) {
        if (yaml instanceof Map<?, ?> map) {
            JsonObject object = new JsonObject();
            map.forEach((name, value) -> object.put(name.toString(), json(value)));
            return object;
        } else if (yaml instanceof List<?> list) {
            JsonArray array = new JsonArray();
            list.forEach(value -> array.add(json(value)));
            return array;
        }
        return yaml;
    }
}
