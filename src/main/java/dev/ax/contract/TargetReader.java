package dev.ax.contract;

import dev.ax.task.Target;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads who runs a task. Used by one thread, once. */
final class TargetReader {

    static final int LONGEST_ADDRESS = 200;

    private final FieldReader fields;
    private final JsonReader json;
    private final Function<String, String> urlRule;

    TargetReader(FieldReader fields, Function<String, String> urlRule) {
        this.fields = fields;
        this.json = fields.json();
        this.urlRule = urlRule;
    }

    /** The target; a handler where a fault was noted. */
    Target read(String pointer) throws MalformedJsonException {
        Target target = Target.Handler.INSTANCE;
        if (!fields.openObject(pointer)) {
            return target;
        }
        int kinds = 0;
        while (json.nextMember()) {
            String name = json.name();
            if (name.equals("http")) {
                target = http(pointer + "/http");
                kinds++;
            } else if (name.equals("bus")) {
                target = bus(pointer + "/bus");
                kinds++;
            } else {
                fields.unknown(pointer, name, "http, bus");
            }
        }
        if (kinds != 1) {
            fields.fault(
                    pointer,
                    "must have either http or bus; leave target out for the handler registered under the type");
        }
        return target;
    }

    private Target bus(String pointer) throws MalformedJsonException {
        if (!fields.openObject(pointer)) {
            return Target.Handler.INSTANCE;
        }
        String address = null;
        boolean hasAddress = false;
        while (json.nextMember()) {
            String name = json.name();
            if (name.equals("address")) {
                hasAddress = true;
                address = fields.string(pointer + "/address");
                if (address != null && !isAddress(address)) {
                    fields.fault(pointer + "/address", "must be 1 to " + LONGEST_ADDRESS + " characters");
                }
            } else {
                fields.unknown(pointer, name, "address");
            }
        }
        if (!hasAddress) {
            fields.fault(pointer + "/address", "is required");
        }
        return new Target.Bus(address);
    }

    private static boolean isAddress(String address) {
        return !address.isEmpty() && address.codePointCount(0, address.length()) <= LONGEST_ADDRESS;
    }

    private Target http(String pointer) throws MalformedJsonException {
        if (!fields.openObject(pointer)) {
            return Target.Handler.INSTANCE;
        }
        String url = null;
        boolean hasUrl = false;
        String method = "POST";
        Map<String, String> headers = Map.of();
        while (json.nextMember()) {
            String name = json.name();
            switch (name) {
                case "url" -> {
                    hasUrl = true;
                    url = url(pointer + "/url");
                }
                case "method" -> method = method(pointer + "/method");
                case "headers" -> headers = headers(pointer + "/headers");
                default -> fields.unknown(pointer, name, "url, method, headers");
            }
        }
        if (!hasUrl) {
            fields.fault(pointer + "/url", "is required");
        }
        return new Target.Http(url, method, headers);
    }

    private String url(String pointer) throws MalformedJsonException {
        String url = fields.link(pointer);
        String forbidden = url == null ? null : urlRule.apply(url);
        if (forbidden != null) {
            fields.fault(pointer, forbidden);
        }
        return url;
    }

    private String method(String pointer) throws MalformedJsonException {
        String method = fields.string(pointer);
        if (method != null && !method.equals("POST") && !method.equals("PUT")) {
            fields.fault(pointer, "must be POST or PUT");
        }
        return method;
    }

    private Map<String, String> headers(String pointer) throws MalformedJsonException {
        if (!fields.openObject(pointer)) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        int count = 0;
        while (json.nextMember()) {
            String name = json.name();
            String at = Faults.pointer(pointer, name);
            String value = fields.string(at);
            String lowerCase = name.toLowerCase(Locale.ROOT);
            String wrong = Headers.faultOf(name, lowerCase, value);
            if (wrong != null) {
                fields.fault(at, wrong);
            } else if (!seen.add(lowerCase) && !headers.containsKey(name)) {
                fields.fault(at, "is there twice: header names do not differ by case");
            } else if (value != null) {
                headers.put(name, value);
            }
            count++;
        }
        if (count > Headers.MOST) {
            fields.fault(pointer, "must be at most " + Headers.MOST + " headers");
        }
        return headers;
    }
}
