"""The peers: how each is built, its best settings, and how a test is put together from its roles."""

import os
import time
from dataclasses import dataclass

from .processes import Role, located

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers")
BATCH = 1000
WARM_UP_PART = 5  # as in ax's bench
LEAD_MS = 6_000  # from the first submission of a delayed job to the first due instant
OVER_MS = 10_000
HOUR_MS = 3_600_000


@dataclass(frozen=True)
class Settings:
    """What a peer is called, and at what width it was found to be fastest."""

    title: str
    store: str
    callers: int
    drain: int
    delayed: int


SETTINGS = {
    "bullmq": Settings("BullMQ", "redis", callers=64, drain=50, delayed=100),
    "redisson": Settings("Redisson RDelayedQueue", "redis", callers=64, drain=16, delayed=64),
    "db-scheduler": Settings("db-scheduler", "postgres", callers=16, drain=64, delayed=32),
}
MAIN_CLASSES = {"redisson": "RedissonPeer", "db-scheduler": "DbSchedulerPeer"}


def java():
    home = os.environ.get("JAVA_HOME")
    return os.path.join(home, "bin", "java") if home else located("java", "install a JDK, 17 or later")


def command(name, processes):
    """Builds a peer where that is needed; the start of its command line."""
    folder = os.path.join(FOLDER, name)
    if name == "bullmq":
        node = located("node", "BullMQ needs Node.js, 20 or later (https://nodejs.org)")
        if not os.path.isdir(os.path.join(folder, "node_modules")):
            processes.run([located("npm", "it comes with Node.js"), "ci", "--silent"], 600, cwd=folder)
        return [node, os.path.join(folder, "peer.js")]
    wrapper = os.path.join(FOLDER, "..", "..", "mvnw")
    processes.run([wrapper, "-q", "-B", "-f", os.path.join(folder, "pom.xml"), "compile"], 600, cwd=folder)
    target = os.path.join(folder, "target")
    return [java(), "-Xmx1g", "-cp", f"{target}/classes{os.pathsep}{target}/lib/*", MAIN_CLASSES[name]]


class Peer:
    """One peer on its store. Every test starts from an empty store, and from fresh processes."""

    def __init__(self, name, processes, store):
        self.settings = SETTINGS[name]
        self._command = command(name, processes)
        self._processes = processes
        self._store = store

    def run(self, test, tasks):
        """The figures of one round of a test."""
        self._store.clear()
        if test.startswith("delayed-"):
            return self._delayed(tasks)
        return getattr(self, "_" + test.replace("-", "_"))(tasks)

    def _role(self, role, tasks, width, warm=0, lead_ms=0, over_ms=0):
        numbers = [tasks, width, warm, lead_ms, over_ms]
        return Role(self._processes, self._command + [str(self._store.port), role] + [str(n) for n in numbers])

    def _submit(self, tasks):
        return self._put("submit", tasks, self.settings.callers)

    def _batch(self, tasks):
        return self._put("batch", tasks, BATCH)

    def _put(self, role, tasks, width):
        with self._role(role, tasks, width, tasks // WARM_UP_PART) as producer:
            producer.line()
            before = self._store.cpu_us()
            producer.go()
            done = producer.line()
            return self._figures(done, before, seconds=_seconds(done, done))

    def _drain(self, tasks):
        with self._role("batch", tasks, BATCH) as producer:
            producer.line()
            producer.go()
            producer.line()
        self._store.settle()
        before = self._store.cpu_us()
        with self._role("work", tasks, self.settings.drain) as worker:
            worker.line()
            done = worker.line()
            return self._figures(done, before, seconds=_seconds(done, done), rss_mib=worker.rss_mib())

    def _life(self, tasks):
        return self._whole_life(tasks, tasks // WARM_UP_PART)

    def _life_fresh(self, tasks):
        return self._whole_life(tasks, 0)

    def _whole_life(self, tasks, warm):
        with self._role("work", tasks, self.settings.drain, warm) as worker, self._role(
            "batch", tasks, BATCH, warm
        ) as producer:
            producer.line()
            worker.line()
            before = self._store.cpu_us()
            producer.go()
            put, done = producer.line(), worker.line()
            figures = self._figures(done, before, seconds=_seconds(put, done), rss_mib=worker.rss_mib())
            figures["cpu_us"] += put["cpu_us"]
            return figures

    def _delayed(self, tasks):
        warm = tasks // WARM_UP_PART
        with self._role("work", tasks, self.settings.delayed, warm) as worker, self._role(
            "delay", tasks, BATCH, warm, LEAD_MS, OVER_MS
        ) as producer:
            producer.line()
            worker.line()
            before = self._store.cpu_us()
            producer.go()
            put = producer.line()
            self._store.settle()
            done = worker.line()
            figures = self._figures(done, before, rss_mib=worker.rss_mib())
            figures.update({key: done[key] for key in ("early", "p50_ms", "p99_ms", "max_ms")})
            figures["margin_ms"] = LEAD_MS - (put["to_ms"] - put["from_ms"])
            return figures

    def _memory(self, tasks):
        before = self._store.used_bytes()
        with self._role("delay", tasks, BATCH, 0, HOUR_MS, HOUR_MS) as producer:
            producer.line()
            producer.go()
            producer.line()
        time.sleep(1)  # for the store to let go of the connections, whose buffers would count
        return {"tasks": tasks, "bytes": (self._store.used_bytes() - before) / tasks}

    def _figures(self, done, cpu_before, seconds=None, **more):
        figures = {"tasks": done["tasks"], "cpu_us": done["cpu_us"], **more}
        if seconds is not None:
            figures["rate"] = done["tasks"] / seconds
        if cpu_before is not None:
            figures["store_cpu_us"] = (self._store.cpu_us() - cpu_before) / done["tasks"]
        return figures


def _seconds(first, last):
    return (last["to_ms"] - first["from_ms"]) / 1000
