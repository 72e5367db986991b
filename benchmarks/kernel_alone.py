"""Figures of the kernel that have no rival: wild cards, fewest plays, endgames, threads, start."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import dizhu_kernel

from benchmarks.rows import rate
from dizhu.rules.cards import DECK, SUITED_RANKS, UNIT, pack, size

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = dizhu_kernel.Rules()
LIMIT = 2.0
"""Seconds by the clock on the wall after which an endgame is given up: far more than the tenth of
processor time that counts, as other work may have the processor meanwhile.
"""


def measure(seconds: float, rounds: int, deals: int) -> dict[str, Any]:
    """Everything here, medians of rounds where it is short."""
    wild = [wild_figures(seconds) for _ in range(rounds)]
    return {
        "wild": {name: statistics.median(w[name] for w in wild) for name in wild[0]},
        "fewest_us": statistics.median(fewest_figure(seconds) for _ in range(rounds)),
        "solve_8_8_8": solved(random_deals(deals)),
        "solve_30": solved(real_deals(deals)),
        "two_threads": scaling(4_000, 40 * rounds),
        **start_up(rounds),
    }


def wild_figures(seconds: float) -> dict[str, float]:
    """Microseconds for a hand of 20 with four wild cards, inside the kernel."""
    rng, hands = random.Random(1), []
    for _ in range(50):
        wild = rng.randrange(SUITED_RANKS)
        others = [card for card in DECK if card >> 2 != wild]
        rules = dizhu_kernel.Rules(wild=wild)
        hands.append((rules, pack(rng.sample(others, 16)) + 4 * UNIT[wild]))

    def each(method: str) -> Callable[[], int]:
        calls = [(getattr(rules, method), hand) for rules, hand in hands]

        def one() -> int:
            for call, hand in calls:
                call(hand)
            return len(calls)

        return one

    return {
        "cores_us": 1e6 / rate(each("count_cores"), seconds),
        "plays_us": 1e6 / rate(each("count"), seconds),
        "plays": statistics.mean(rules.count(hand) for rules, hand in hands),
    }


def fewest_figure(seconds: float) -> float:
    rng = random.Random(1)
    hands = [pack(rng.sample(DECK, 20)) for _ in range(200)]

    def one() -> int:
        RULES.min_plays_batch(hands)
        return len(hands)

    return 1e6 / rate(one, seconds)


def solved(deals: list[dict[str, Any]]) -> dict[str, float]:
    """How many are solved within a tenth of a second of processor time, and how long it takes."""
    spent = []
    for deal in deals:
        start = time.process_time()
        answer = RULES.solve(**deal, seconds=LIMIT)[0]
        spent.append(time.process_time() - start if answer is not None else 10 * LIMIT)
    return {
        "under_100_ms": sum(t < 0.1 for t in spent) / len(spent),
        "median_ms": 1e3 * statistics.median(spent),
        "deals": len(spent),
    }


def random_deals(count: int) -> list[dict[str, Any]]:
    rng, deals = random.Random(1), []
    for _ in range(count):
        cards = rng.sample(DECK, 24)
        deals.append({"hands": tuple(pack(cards[i : i + 8]) for i in (0, 8, 16))})
    return deals


def real_deals(count: int) -> list[dict[str, Any]]:
    """The first position of a game, played by the policy `fewest`, with at most 30 cards left."""
    games = RULES.selfplay(count, 1, "fewest")
    hands = memoryview(games["hands"]).cast("Q")
    start, cards = memoryview(games["start"]).cast("I"), memoryview(games["cards"]).cast("Q")
    deals = []
    for game in range(count):
        held, last, to_beat = list(hands[3 * game : 3 * game + 3]), None, None
        for i in range(start[game], start[game + 1]):
            seat = games["seats"][i]
            if seat == last:
                last = to_beat = None
            if sum(map(size, held)) <= 30:
                deals.append(
                    {
                        "hands": tuple(held),
                        "landlord": games["landlord"][game],
                        "turn": seat,
                        "to_beat": to_beat,
                        "last": last,
                    }
                )
                break
            if cards[i]:
                moves = RULES.moves(held[seat], to_beat)
                to_beat = next(m.combo for m in moves if m.cards == cards[i])
                held[seat] -= cards[i]
                last = seat
    return deals


def scaling(n: int, rounds: int) -> dict[str, float]:
    """Two threads beside one: how many times faster by the clock on the wall (the best of the
    rounds of each, as other work on the machine disturbs it), and in processor time.
    """
    wall: dict[int, list[float]] = {1: [], 2: []}
    spent: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads in (1, 2):
            start, start_spent = time.perf_counter(), time.process_time()
            RULES.playouts(n, 1, threads=threads)
            wall[threads].append(time.perf_counter() - start)
            spent[threads].append(time.process_time() - start_spent)
    return {
        "faster": min(wall[1]) / min(wall[2]),
        "cost": statistics.median(spent[2]) / statistics.median(spent[1]),
    }


START_UP = """
import time
def kib(): return int(open("/proc/self/statm").read().split()[1]) * 4
before, start = kib(), time.process_time()
import dizhu_kernel
imported = time.process_time()
rules = dizhu_kernel.Rules()
rules.min_plays(1)
print((imported - start) * 1e3, (time.process_time() - imported) * 1e3, (kib() - before) / 1024)
"""


def start_up(rounds: int) -> dict[str, float]:
    """Of a new process: milliseconds of processor time, and memory."""
    names, found = ("import_ms", "first_rules_ms", "memory_mib"), []
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", START_UP], check=True, capture_output=True, text=True
        )
        found.append(dict(zip(names, map(float, done.stdout.split()), strict=True)))
    return {name: statistics.median(f[name] for f in found) for name in names}


def notes(found: dict[str, Any]) -> str:
    """As Markdown."""
    wild, threads = found["wild"], found["two_threads"]
    rows = [
        ("bodies of a 20-card hand with four wild cards", f"{wild['cores_us']:.2f} µs", "3 µs"),
        (f"all its {wild['plays']:,.0f} plays", f"{wild['plays_us']:.1f} µs", "30 µs"),
        ("fewest plays of 20 cards, exact", f"{found['fewest_us']:.2f} µs", ""),
    ]
    for name, title in (("solve_8_8_8", "8 cards each"), ("solve_30", "30 cards of real play")):
        row = found[name]
        rows.append(
            (
                f"endgames solved under 100 ms, {title} ({row['deals']} deals)",
                f"{row['under_100_ms']:.0%}, median {row['median_ms']:.2f} ms",
                "90 %",
            )
        )
    rows += [
        ("two threads, times as fast as one", f"{threads['faster']:.2f}", ""),
        ("... and their processor time, of that of one", f"{threads['cost']:.2f}", ""),
        ("import", f"{found['import_ms']:.1f} ms", ""),
        ("the first rules, with their tables", f"{found['first_rules_ms']:.1f} ms", ""),
        ("memory of both", f"{found['memory_mib']:.1f} MiB", ""),
    ]
    head = "| the kernel alone | measured | wanted |\n|---|---|---|\n"
    return head + "\n".join(f"| {' | '.join(row)} |" for row in rows)
