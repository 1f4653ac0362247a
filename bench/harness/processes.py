"""Starts programs, each in a session of its own, and ends every one of them."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading


class Trouble(Exception):
    """Something that the user can mend; its text says how."""


def located(program, advice):
    """The path of a program, or the advice how to get it."""
    path = shutil.which(program)
    if path is None:
        raise Trouble(f"{program} is not on the PATH: {advice}")
    return path


class Processes:
    """All that was started. An interrupt reaches none of them directly, so they end in order, the youngest first."""

    def __init__(self):
        self._running = []

    def start(self, command, **options):
        process = subprocess.Popen(command, start_new_session=True, **options)
        self._running.append(process)
        return process

    def run(self, command, limit_s, **options):
        """Runs a program to its end. Its output is told only if it fails."""
        with tempfile.TemporaryFile("w+") as output:
            process = self.start(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **options)
            try:
                status = process.wait(limit_s)
            except subprocess.TimeoutExpired:
                status = f"no end within {limit_s} s"
            self.stop(process)
            if status != 0:
                raise Trouble(f"{' '.join(map(str, command))}: {status}\n{_tail(output)}")

    def stop(self, process, how=signal.SIGTERM):
        """Ends a program, and what it started in turn in its process group; by force after 20 s."""
        if process not in self._running:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._running.remove(process)

    def stop_all(self):
        for process in reversed(self._running[:]):
            self.stop(process)


class Role:
    """A process of a peer that plays one role, and speaks in lines of JSON."""

    def __init__(self, processes, command, limit_s=300):
        self._processes = processes
        self._errors = tempfile.TemporaryFile("w+")
        self._process = processes.start(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        self._limit = threading.Timer(limit_s, self._process.kill)
        self._limit.daemon = True
        self._limit.start()

    def line(self):
        """The next line that it prints."""
        text = self._process.stdout.readline()
        if not text:
            raise Trouble(f"{' '.join(self._process.args)}: it ended too soon or took too long\n{_tail(self._errors)}")
        return json.loads(text)

    def go(self):
        """Tells it, when it is ready, to begin with what counts."""
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def rss_mib(self):
        answer = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self._process.pid)], capture_output=True, text=True, check=True
        )
        return int(answer.stdout) / 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._limit.cancel()
        self._processes.stop(self._process)
        self._process.stdin.close()
        self._process.stdout.close()
        self._errors.close()


def _tail(file):
    file.seek(0)
    return "".join(file.readlines()[-20:]).rstrip()
