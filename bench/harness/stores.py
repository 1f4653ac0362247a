"""The two private stores: a Redis for ax and the peers on Redis, and a PostgreSQL."""

import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from .processes import Trouble, located


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(condition, what, limit_s=30):
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            raise Trouble(f"{what} did not happen within {limit_s} s")
        time.sleep(0.05)


class Redis:
    """A Redis without snapshots; with an append-only file, synced each second, if told so before it is cleared."""

    def __init__(self, processes):
        server = located("redis-server", "install Redis, for example by `apt-get install redis-server`")
        self.port = free_port()
        self.aof = False
        self._processes = processes
        self._folder = tempfile.TemporaryDirectory(prefix="ax-compare-redis-", ignore_cleanup_errors=True)
        command = [server, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self._folder.name, "--save", ""]
        command += ["--appendonly", "no", "--appendfsync", "everysec"]
        self._process = processes.start(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        until(self._answers, "the start of redis-server")
        self.version = "redis-server " + self._info("server")["redis_version"]

    @property
    def mode(self):
        return "AOF everysec" if self.aof else "no AOF"

    def clear(self):
        """Empty, with a new append-only file or none: an old one might be rewritten while something is measured."""
        self._call("CONFIG SET appendonly no")
        self._call("FLUSHALL")
        if self.aof:
            self._call("CONFIG SET appendonly yes")
            until(self._rewritten, "the rewrite of the append-only file")

    def settle(self):
        """Nothing to do after a bulk load."""

    def cpu_us(self):
        cpu = self._info("cpu")
        return 1e6 * (float(cpu["used_cpu_sys"]) + float(cpu["used_cpu_user"]))

    def used_bytes(self):
        return int(self._info("memory")["used_memory"])

    def close(self):
        self._processes.stop(self._process)
        self._folder.cleanup()

    def _answers(self):
        if self._process.poll() is not None:
            raise Trouble("redis-server ended at once; try it by hand")
        try:
            return self._call("PING") == "PONG"
        except ConnectionRefusedError:
            return False

    def _rewritten(self):
        state = self._info("persistence")
        return state["aof_rewrite_in_progress"] == "0" and state["aof_rewrite_scheduled"] == "0"

    def _info(self, section):
        lines = self._call("INFO " + section).splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def _call(self, command):
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(command.encode() + b"\r\n")
            with connection.makefile("rb") as answers:
                head = answers.readline().decode().rstrip()
                if head.startswith("-"):
                    raise Trouble(f"Redis answered {command} with {head}")
                return answers.read(int(head[1:])).decode() if head.startswith("$") else head[1:]


class Postgres:
    """A PostgreSQL cluster in a temporary folder, with its durability as it comes: fsync and synchronous_commit on."""

    def __init__(self, processes, table):
        self._bin = _postgres_bin()
        self.port = free_port()
        self._table = table
        self._processes = processes
        self._folder = tempfile.TemporaryDirectory(prefix="ax-compare-pg-", ignore_cleanup_errors=True)
        self._owner = {}
        if os.geteuid() == 0:
            self._owner = _unprivileged()
            shutil.chown(self._folder.name, self._owner["user"], self._owner["group"])
        self._start(self._folder.name)
        self.version = self._sql("SELECT 'PostgreSQL ' || split_part(version(), ' ', 2)") + ", synchronous_commit on"

    def _start(self, folder):
        data = os.path.join(folder, "data")
        init = [self._bin + "initdb", "-D", data, "-U", "bench", "-A", "trust", "--no-sync"]
        self._processes.run(init, 120, cwd=folder, **self._owner)
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": "200",
            "shared_buffers": "1GB",
            "max_wal_size": "4GB",
            "checkpoint_timeout": "30min",
        }
        command = [self._bin + "postgres", "-D", data, "-p", str(self.port)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self._process = self._processes.start(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._owner,
        )
        ready = [self._bin + "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until(lambda: subprocess.run(ready, check=False).returncode == 0, "the start of PostgreSQL")

    def clear(self):
        with open(self._table, encoding="utf-8") as table:
            self._sql(table.read())

    def settle(self):
        """As autovacuum would some time after a bulk load."""
        self._sql("VACUUM ANALYZE scheduled_tasks")

    def cpu_us(self):
        return None

    def used_bytes(self):
        return int(self._sql("SELECT pg_total_relation_size('scheduled_tasks')"))

    def close(self):
        self._processes.stop(self._process, signal.SIGINT)
        self._folder.cleanup()

    def _sql(self, text):
        command = [self._bin + "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "bench", "-d", "postgres"]
        command += ["-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise Trouble("PostgreSQL: " + answer.stderr.strip())
        return answer.stdout.strip()


def _postgres_bin():
    """The folder with the programs of the server: the one on the PATH, else Debian's with the highest number."""
    found = shutil.which("initdb")
    folders = [os.path.dirname(os.path.realpath(found))] if found else []
    folders += sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]), reverse=True)
    for folder in folders:
        if all(os.access(os.path.join(folder, name), os.X_OK) for name in ("initdb", "postgres", "psql", "pg_isready")):
            return folder + "/"
    raise Trouble("there is no PostgreSQL server: install one, for example by `apt-get install postgresql`")


def _unprivileged():
    """PostgreSQL does not run as root."""
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise Trouble("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
