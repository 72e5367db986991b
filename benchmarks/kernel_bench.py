"""The kernel beside the other engines: `python -m benchmarks.kernel_bench [--json]`.

Runs of ours and of theirs alternate, and each figure is the median of its rounds, per second of
processor time of one core. What is compared is always done in the same way: from Python, or inside
the engine. The figures of another machine are others; the ratios are roughly the same.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import dizhu_kernel

from benchmarks.kernel_peers_link import Peers
from benchmarks.positions import positions
from dizhu.rules.cards import DECK, RANK_NAMES, SUITED_RANKS, UNIT, pack, pack_ranks, size
from dizhu.rules.ruleset import preset

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = dizhu_kernel.Rules()
HERE = Path(__file__).resolve().parent


class Ratio(NamedTuple):
    """What is compared, and how many times faster ours is wanted to be."""

    title: str
    ours: str
    figure: str
    engine: str
    wanted: float


RATIOS = (
    Ratio(
        "random play-outs in a batch / OpenSpiel's in C++", "rollouts", "rollouts", "open-spiel", 15
    ),
    Ratio("... / OpenSpiel from Python", "playouts", "random_hands", "open-spiel", 60),
    Ratio("... / RLCard", "playouts", "random_hands", "rlcard", 3000),
    Ratio("... / DouZero's environment", "playouts", "random_hands", "douzero", 4000),
    Ratio("leads of 17 cards / OpenSpiel", "leads_of_17", "leads_of_17", "open-spiel", 10),
    Ratio("leads of 20 cards / OpenSpiel", "leads_of_20", "leads_of_20", "open-spiel", 10),
    Ratio("leads of 17 cards / DouZero", "leads_of_17", "leads_of_17", "douzero", 70),
    Ratio("leads of 20 cards / DouZero", "leads_of_20", "leads_of_20", "douzero", 70),
    Ratio(
        "follows of a pair / OpenSpiel", "follows_of_a_pair", "follows_of_a_pair", "open-spiel", 7
    ),
    Ratio("follows of a pair / DouZero", "follows_of_a_pair", "follows_of_a_pair", "douzero", 80),
    Ratio("a step from Python / OpenSpiel", "steps", "steps", "open-spiel", 4),
)

# --- what is ours -------------------------------------------------------------------------------


def ours() -> dict[str, Callable[[], int]]:
    """Each does something so many times."""
    deck = list(DECK)
    random.Random(1).shuffle(deck)
    hands = (pack(deck[:20]), pack(deck[20:37]), pack(deck[37:]))
    found: dict[str, Callable[[], int]] = {
        "rollouts": partial(batch, 4000, hands=hands),
        "playouts": partial(batch, 4000),
        "steps": stepping(),
    }
    for figure, some in positions(1).items():
        cards = [packed(c) for c, _ in some]
        if figure.startswith("leads"):
            found[figure] = partial(leads, cards)
        else:
            before = [RULES.readings(packed(p))[0] for _, p in some if p]
            found[figure] = partial(follows, list(zip(cards, before, strict=True)))
    return found


def packed(hand: list[str]) -> int:
    return pack_ranks(map(RANK_NAMES.index, hand))


def batch(n: int, **options: Any) -> int:
    RULES.playouts(n, 1, **options)
    return n


def leads(hands: list[int]) -> int:
    generate = RULES.leads
    for hand in hands:
        generate(hand)
    return len(hands)


def follows(pairs: list[tuple[int, Any]]) -> int:
    generate = RULES.follows
    for hand, to_beat in pairs:
        generate(hand, to_beat)
    return len(pairs)


def stepping() -> Callable[[], int]:
    """The number of choices and one of them, until the hand is over."""
    game = dizhu_kernel.Game(
        RULES, dizhu_kernel.game_rules(preset("qq-classic").ruleset), log=False
    )
    game.seed(1)
    while game.phase != "play":
        game.step(game.phase == "call")
    rng = random.Random(1).random

    def one() -> int:
        state, count = game.copy(), 0
        choices, step = state.n_legal(), state.step
        while choices:
            choices = step(int(rng() * choices))
            count += 1
        return count

    return one


def rate(do: Callable[[], int], seconds: float) -> float:
    do()
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += do()
    return count / spent


# --- figures without a rival --------------------------------------------------------------------


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


def solved(deals: list[dict[str, Any]], limit: float) -> dict[str, float]:
    """How many are solved within a tenth of a second of processor time, and how long it takes."""
    spent = []
    for deal in deals:
        start = time.process_time()
        answer = RULES.solve(**deal, seconds=limit)[0]
        spent.append(time.process_time() - start if answer is not None else 10 * limit)
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


def scaling(n: int) -> float:
    """How many times faster two threads are, by the clock on the wall."""
    spent = []
    for threads in (1, 2):
        start = time.perf_counter()
        RULES.playouts(n, 1, threads=threads)
        spent.append(time.perf_counter() - start)
    return spent[0] / spent[1]


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


def start_up() -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", START_UP], check=True, capture_output=True, text=True
    )
    names = ("import_ms", "first_rules_ms", "memory_mib")
    return dict(zip(names, map(float, done.stdout.split()), strict=True))


# --- all of it ----------------------------------------------------------------------------------


def measure(seconds: float, rounds: int, deals: int) -> dict[str, Any]:
    work, wanted = ours(), {(r.figure, r.engine) for r in RATIOS}
    our_rates: dict[str, list[float]] = {name: [] for name in work}
    their_rates: dict[tuple[str, str], list[float]] = {key: [] for key in wanted}
    with Peers() as peers:
        for _ in range(rounds):
            for name, do in work.items():
                our_rates[name].append(rate(do, seconds))
                for figure, engine in wanted:
                    if figure == ("random_hands" if name == "playouts" else name):
                        their_rates[figure, engine].append(peers.rate(figure, engine, seconds))
    found: dict[str, Any] = {"rates": {k: statistics.median(v) for k, v in our_rates.items()}}
    found["ratios"] = {
        r.title: {
            "ratio": found["rates"][r.ours] / statistics.median(their_rates[r.figure, r.engine]),
            "wanted": r.wanted,
            "theirs": statistics.median(their_rates[r.figure, r.engine]),
        }
        for r in RATIOS
    }
    found["wild"] = wild_figures(seconds)
    found["fewest_us"] = fewest_figure(seconds)
    found["solve_8_8_8"] = solved(random_deals(deals), 0.5)
    found["solve_30"] = solved(real_deals(deals), 0.5)
    found["two_threads"] = statistics.median(scaling(50_000) for _ in range(rounds))
    return found | start_up()


def table(found: dict[str, Any]) -> str:
    lines = [
        f"| {'figure':50} | {'ours':>12} | {'theirs':>10} | ratio | wanted |",
        "|---|---|---|---|---|",
    ]
    rates = found["rates"]
    for r in RATIOS:
        row = found["ratios"][r.title]
        lines.append(
            f"| {r.title:50} | {rates[r.ours]:12,.0f} | {row['theirs']:10,.0f} "
            f"| {row['ratio']:,.1f} | {r.wanted:,} |"
        )
    return "\n".join([*lines, "", *notes(found)])


def notes(found: dict[str, Any]) -> list[str]:
    """The figures without a rival."""
    wild, start = found["wild"], found
    lines = [
        f"- Four wild cards in 20: cores in {wild['cores_us']:.2f} microseconds (wanted 3).",
        f"- All {wild['plays']:,.0f} plays of it in {wild['plays_us']:.1f} (wanted 30).",
        f"- Fewest plays of 20 cards: {found['fewest_us']:.2f} microseconds.",
    ]
    for name, title in (("solve_8_8_8", "8 cards each"), ("solve_30", "30 cards of real play")):
        row = found[name]
        lines.append(
            f"- Endgames, {title}: {row['under_100_ms']:.0%} of {row['deals']} under 100 ms "
            f"(wanted 90%), median {row['median_ms']:.2f} ms."
        )
    return [
        *lines,
        f"- Import {start['import_ms']:.1f} ms, the first rules {start['first_rules_ms']:.1f} ms.",
        f"- Memory {start['memory_mib']:.1f} MiB.",
        f"- Two threads are {found['two_threads']:.2f} times as fast as one.",
    ]


def document(found: dict[str, Any]) -> str:
    """The same with the machine and the date."""
    names = [line for line in Path("/proc/cpuinfo").read_text().split("\n") if "model name" in line]
    machine = (
        f"{names[0].split(':')[1].strip() if names else platform.machine()}, {os.cpu_count()} cores"
    )
    load, today = os.getloadavg()[0], datetime.now(UTC).date()
    return (
        f"# Benchmarks of the kernel\n\n{today}, Python {platform.python_version()}, {machine}, "
        f"load {load:.1f}.\nPer second of processor time, medians of runs that alternate: "
        f"`python -m benchmarks.kernel_bench`.\n\n{table(found)}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernel_bench")
    parser.add_argument("--seconds", type=float, default=0.3, help="spent on each run of a figure")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=100, help="endgames of each kind")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", type=Path, help="a Markdown file to write them to")
    arguments = parser.parse_args()
    found = measure(arguments.seconds, arguments.rounds, arguments.deals)
    if arguments.write:
        arguments.write.write_text(document(found))
    print(json.dumps(found, indent=2) if arguments.json else table(found))


if __name__ == "__main__":
    main()
