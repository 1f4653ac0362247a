"""From raw lines to tables: medians over the rounds, ax divided by the peer, and the goals."""

import statistics
from collections import defaultdict
from dataclasses import dataclass

from .peers import SETTINGS


@dataclass(frozen=True)
class Scenario:
    """A scenario of ax's bench, the test of the peers that it stands against, and what is shown of both."""

    title: str
    test: str
    figures: tuple


COST = ("rate", "cpu_us", "store_cpu_us")
LATENESS = ("early", "p50_ms", "p99_ms", "max_ms")
SCENARIOS = {
    "submit": Scenario("submit one by one, in process", "submit", COST),
    "submit-rest": Scenario("submit one by one, REST against in process", "submit", COST + ("post_p99_ms",)),
    "submit-batch": Scenario("submit batches of 1,000, in process", "batch", COST),
    "submit-ndjson": Scenario("submit batches of 1,000, NDJSON against in process", "batch", COST),
    "drain": Scenario("drain, fresh process", "drain", COST + ("rss_mib",)),
    "life": Scenario("whole life at once", "life", COST),
    "life-fresh": Scenario("whole life at once, fresh processes", "life-fresh", COST),
    "delayed-500": Scenario("due at 500/s", "delayed-500", LATENESS),
    "delayed-5000": Scenario("due at 5,000/s", "delayed-5000", LATENESS),
    "memory": Scenario("waiting", "memory", ("bytes",)),
}
UNITS = {
    "rate": "tasks/s",
    "cpu_us": "CPU of the processes, µs/task",
    "store_cpu_us": "CPU of Redis, µs/task",
    "rss_mib": "RSS of the worker, MiB",
    "post_p99_ms": "p99 at half that rate, ms",
    "early": "started early, tasks",
    "p50_ms": "start − due p50, ms",
    "p99_ms": "start − due p99, ms",
    "max_ms": "start − due max, ms",
    "bytes": "store, B/task",
}

# Least ratio to BullMQ, in the same run.
RATIO_GOALS = {
    ("submit", "rate"): 1.5,
    ("submit-rest", "rate"): 25 / 36,
    ("submit-batch", "rate"): 3,
    ("submit-ndjson", "rate"): 2,
    ("drain", "rate"): 3,
    ("life", "rate"): 3,
    ("life-fresh", "rate"): 3,
}
RATIO_GOALS_AGAINST = "bullmq"

# Most that ax may show, whatever it is compared with.
LIMIT_GOALS = {
    ("life", "store_cpu_us"): 18,
    ("drain", "rss_mib"): 200,
    ("submit-rest", "post_p99_ms"): 10,
    ("delayed-500", "early"): 0,
    ("delayed-500", "p50_ms"): 5,
    ("delayed-500", "p99_ms"): 15,
    ("delayed-5000", "early"): 0,
    ("delayed-5000", "p99_ms"): 25,
    ("delayed-5000", "max_ms"): 80,
    ("memory", "bytes"): 400,
}
AOF_GOAL = 0.75


class Rounds:
    """The figures of all rounds, by who made them."""

    def __init__(self, lines):
        self.settings = [line["settings"] for line in lines if "settings" in line]
        self._values = defaultdict(list)
        for line in lines:
            for name, value in line.get("figures", {}).items():
                self._values[line["redis"], line["side"], line["scenario"], name].append(value)
        self.sides = {side for _, side, _, _ in self._values}
        self.modes = sorted({mode for mode, _, _, _ in self._values}, reverse=True)

    def get(self, mode, side, scenario, figure):
        return self._values.get((mode, side, scenario, figure), [])


def print_report(lines):
    rounds = Rounds(lines)
    for text in dict.fromkeys(rounds.settings):
        print(f"\n{text}")
    peers = [peer for peer in SETTINGS if peer in rounds.sides]
    for mode in rounds.modes:
        for peer in peers:
            _print_peer(rounds, mode, peer, SETTINGS[peer].title)
        if not peers:
            _print_peer(rounds, mode, None, "nobody")
    if len(rounds.modes) == 2:
        _print_aof(rounds)


def _print_peer(rounds, mode, peer, title):
    rows = []
    for scenario, what in SCENARIOS.items():
        for figure in what.figures:
            ours = rounds.get(mode, "ax", scenario, figure)
            theirs = rounds.get(mode, peer, what.test, figure)
            if ours or theirs:
                rows.append([f"{what.title}: {UNITS[figure]}"] + _compared(scenario, figure, ours, theirs, peer))
    if rows:
        _print_table(f"ax and {title}, Redis with {mode}", ["", "ax", title, "ax ÷ peer", "goal", "met"], rows)


def _compared(scenario, figure, ours, theirs, peer):
    ratio = statistics.median(ours) / statistics.median(theirs) if ours and theirs and any(theirs) else None
    goal, met = "", ""
    least = RATIO_GOALS.get((scenario, figure)) if peer == RATIO_GOALS_AGAINST else None
    most = LIMIT_GOALS.get((scenario, figure))
    if least is not None:
        goal = f"≥ {least:.2f} ×"
        met = _verdict(None if ratio is None else ratio >= least)
    elif most is not None:
        goal = f"≤ {most}"
        met = _verdict(statistics.median(ours) <= most if ours else None)
    return [_cell(ours), _cell(theirs), "" if ratio is None else f"{ratio:.2f}", goal, met]


def _print_aof(rounds):
    rows = []
    for side in ["ax", *SETTINGS]:
        title = "ax" if side == "ax" else SETTINGS[side].title
        for scenario in SCENARIOS if side == "ax" else dict.fromkeys(s.test for s in SCENARIOS.values()):
            without = rounds.get("no AOF", side, scenario, "rate")
            with_aof = rounds.get("AOF everysec", side, scenario, "rate")
            if without and with_aof:
                ratio = statistics.median(with_aof) / statistics.median(without)
                goal = [f"≥ {AOF_GOAL}", _verdict(ratio >= AOF_GOAL)] if side == "ax" else ["", ""]
                rows.append([f"{title}: {scenario}, tasks/s", _cell(with_aof), _cell(without), f"{ratio:.2f}", *goal])
    if rows:
        _print_table("What the append-only file costs", ["", "AOF everysec", "no AOF", "ratio", "goal", "met"], rows)


def _print_table(title, head, rows):
    print(f"\n### {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|---|" + "---:|" * (len(head) - 2) + "---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def _verdict(met):
    return "not measured" if met is None else "yes" if met else "no"


def _cell(values):
    if not values:
        return "–"
    median = _number(statistics.median(values))
    return median if len(values) == 1 else f"{median} ({_number(min(values))}–{_number(max(values))})"


def _number(value):
    return f"{value:,.0f}" if abs(value) >= 100 or value == 0 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
