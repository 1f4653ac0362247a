package dev.ax.http;

/** The frame of the pages for people: no script, nothing loaded from elsewhere. */
final class Pages {
    /** Of every page: it may style itself and do nothing else. */
    static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

    private static final String HEAD = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="data:,">
            <style>
            :root { color-scheme: light dark; }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            code, pre { font: 14px/1.4 ui-monospace, monospace; }
            pre, table { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-top: 1px solid #8886; padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; }
            h2 { margin-top: 2.5rem; }
            h3 { margin-top: 2rem; border-top: 1px solid #8886; padding-top: 1rem; }
            p, td { white-space: pre-line; }
            </style>
            """;

    private static final String HOME = HEAD + """
            <title>ax</title>
            <h1>ax</h1>
            <p>A distributed task scheduler: post a task, and it runs once, at or after its instant.</p>
            <ul>
            <li><a href="/docs">The contract, for people</a></li>
            <li><a href="/openapi.yaml">The contract, as OpenAPI</a></li>
            <li><a href="/v1/tasks">Tasks</a> and <a href="/v1/dead-letters">dead letters</a></li>
            <li><a href="/metrics">Metrics</a></li>
            <li>Health: <a href="/health/live">live</a>, <a href="/health/ready">ready</a></li>
            </ul>
            <p>A first task:</p>
            <pre>curl -d '{"type": "ax.echo", "delay": "2s", "payload": {"hello": "world"}}' \\
              -H 'Content-Type: application/json' http://127.0.0.1:8080/v1/tasks</pre>
            </html>
            """;

    private Pages() {}

    /** The page at {@code /}. */
    static String home() {
        return HOME;
    }

    /** A page to fill, with its title; to be ended by {@link #end}. */
    static Html begin(String title) {
        return new Html().raw(HEAD).element("title", title).element("h1", title);
    }

    static String end(Html page) {
        return page.raw("</html>\n").toString();
    }
}
