"""ax as a side of the comparison: its own bench, told to use the Redis that the peers use."""

import json
import os
import shlex
import tempfile

from .peers import java
from .processes import Trouble

JAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "target", "ax.jar")

# Our name of a figure, by how its name in bench begins. CPU of several processes is added up.
FIGURES = {
    "throughput": "rate",
    "node CPU": "cpu_us",
    "producer CPU": "cpu_us",
    "client CPU": "cpu_us",
    "worker CPU": "cpu_us",
    "Redis CPU": "store_cpu_us",
    "worker RSS": "rss_mib",
    "post p99 at half that rate": "post_p99_ms",
    "start - due p50": "p50_ms",
    "start - due p99,": "p99_ms",
    "start - due max": "max_ms",
    "started early": "early",
    "Redis, B/pending": "bytes",
}


class Ax:
    """Each round is a bench process of its own, which warms up by itself."""

    def __init__(self, processes, store, command, worker_options):
        self._processes = processes
        self._store = store
        self._worker_options = worker_options
        self._command = shlex.split(command) if command else [java(), "-Xmx1g", "-jar", _jar()]

    def run(self, scenario, tasks):
        """The figures of one round of a scenario."""
        self._store.clear()
        with tempfile.NamedTemporaryFile("r", suffix=".json") as report:
            arguments = ["bench", scenario, "--rounds", "1", "--json", report.name]
            arguments += ["--url", f"redis://127.0.0.1:{self._store.port}"]
            arguments += ["--delayed" if scenario.startswith("delayed-") else "--tasks", str(tasks)]
            if scenario in ("drain", "life-fresh"):
                arguments += ["--worker-java-opts", self._worker_options]
            self._processes.run(self._command + arguments, 300)
            results = json.load(report)["results"]
        figures = {"tasks": tasks}
        for result in results:
            for start, name in FIGURES.items():
                if result["figure"].startswith(start):
                    figures[name] = figures.get(name, 0) + result["median"]
        return figures


def _jar():
    if not os.path.isfile(JAR):
        raise Trouble("there is no target/ax.jar: build it by `./mvnw -q -DskipTests package`")
    return os.path.normpath(JAR)
