"""Whole cups with drawn results: every format, every size of field, many seeds, all invariants.

    python -m benchmarks.cups --seeds 1000 --jobs 2

Sizes 3 to 300. Each event draws its rules from its seed: hands, rounds, stages, bots or none,
drop-outs, slow tables, restarts. Progress on a terminal; with --state FILE it can be interrupted
and goes on where it was. It takes many hours, in thirty rounds: each has all the seeds and, between
them, all sizes, so an interrupted run is an even sample. PyPy runs it in half the time.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from dizhu.cli.cup.checks import Broken
from dizhu.cli.cup.runner import Plan, Run
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.shuffle import Draw
from dizhu.tournament import Competition, Phase
from dizhu.tournament.spec import Carry, Entry, Prize, Stage, Start
from dizhu.workers import pool_of

SIZES = range(3, 301)
STRIDE = 30
POINTS = Ruleset(
    name="cups",
    unit="points",
    loser_cap="none",
    winner_cap="none",
    escape=False,
    autoplay_scoring="jj",
    all_pass="forced_score",
    forced_score=0,
)
STAKES = Stakes(coefficient=1, fee=0, base=20, double_threshold=None)
PRIZES = (Prize(1, share=5, cards=1), Prize(2, share=3), Prize(3, 7, share=1))


def event_of(format_name: str, field: int, seed: int) -> Plan:
    """An event that begins with this format and as many entrants, its rules drawn."""
    name = f"{format_name}/{field}/{seed}"
    draw = Draw(f"{name:<32}".encode(), "rules")
    stages = (_STAGES[format_name](draw), *_following(format_name, draw))
    competition = Competition(
        key="drawn",
        zh="抽签赛",
        en="Drawn",
        kind=("challenge", "regular", "championship", "swiss")[draw.below(4)],
        ruleset=POINTS,
        stakes=STAKES,
        stages=stages,
        start=Start(mode="hand", size=1000, bots=draw.below(3) == 0),
        entry=Entry(beans=draw.below(3) * 35),
        prizes=PRIZES,
        rake_percent=draw.below(3) * 5,
    )
    restarts = max(1, 600 // field)  # a field of any size is read back about as often
    chances = [draw.below(2) * n for n in (40, 20, restarts)]
    return Plan(competition, field, name, (), True, chances[0], chances[1], chances[2])


def _stage(draw: Draw, format_name: str, **options: int | str) -> Stage:
    return Stage(
        format_name,
        start_score=100 if format_name == "last_standing" else 0,
        carry=Carry("1/10", 50 if draw.below(2) else None),
        base_schedule=((0, 20), (200, 40), (400, 80), (600, 320)),
        interval_seconds=draw.below(2) * 15,
        hand_limit_seconds=draw.below(2) * 300,
        options=tuple(sorted(options.items())),
    )


def _last_standing(draw: Draw) -> Stage:
    reseat = "waves" if draw.below(3) == 0 else "flow"
    stop, hands = 3 + draw.below(30), 1 + draw.below(3)
    limit = draw.below(4) * 600
    return _stage(draw, "last_standing", stop=stop, hands=hands, reseat=reseat, limit_seconds=limit)


def _fixed_hands(draw: Draw) -> Stage:
    return _stage(draw, "fixed_hands", hands=1 + draw.below(2))


def _swiss(draw: Draw) -> Stage:
    rounds, percent = 1 + draw.below(3), draw.below(3) * 15
    return _stage(draw, "swiss", rounds=rounds, out_percent=percent)


def _duplicate(draw: Draw) -> Stage:
    compare = ("difference", "matchpoints")[draw.below(2)]
    return _stage(draw, "duplicate", rounds=1 + draw.below(2), boards=1, compare=compare)


_STAGES: dict[str, Callable[[Draw], Stage]] = {
    "last_standing": _last_standing,
    "fixed_hands": _fixed_hands,
    "swiss": _swiss,
    "duplicate": _duplicate,
}
FORMAT_NAMES = tuple(_STAGES)


def _following(format_name: str, draw: Draw) -> tuple[Stage, ...]:
    """Nothing, or a final. Fixed hands go on to the champion, so nothing comes after them."""
    if format_name == "fixed_hands" or draw.below(3) == 0:
        return ()
    return (_STAGES[FORMAT_NAMES[draw.below(4)]](draw),)


def run_batch(batch: tuple[str, int, int]) -> tuple[int, int]:
    """The events of a format and a seed with every STRIDE-th size of field from one on: how many,
    and their hands.
    """
    format_name, seed, first = batch
    sizes, hands = range(first, SIZES.stop, STRIDE), 0
    for field in sizes:
        event = Run(event_of(format_name, field, seed))
        try:
            cup = event.to_the_end()
        except Broken as broken:
            raise Broken(f"{format_name}, {field} entrants, seed {seed}: {broken}") from broken
        if cup.phase is not Phase.FINISHED:
            raise Broken(f"{format_name}, {field} entrants, seed {seed}: {cup.phase}")
        hands += event.checks.hands
    return len(sizes), hands


def _batches(seeds: range) -> Iterator[tuple[str, int, int]]:
    """Every size, format and seed once; each STRIDE-th part of it has all seeds and all sizes."""
    for shift in range(STRIDE):
        for seed in seeds:
            for format_name in FORMAT_NAMES:
                yield format_name, seed, SIZES.start + (seed + shift) % STRIDE


def _done(state: Path | None) -> int:
    return int(state.read_text()) if state is not None and state.exists() else 0


def main() -> int:
    """Run them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--state", type=Path, help="remembers how far it came")
    args = parser.parse_args()
    batches = list(_batches(range(args.seeds)))
    done = _done(args.state)
    started, events, hands = time.perf_counter(), 0, 0
    with pool_of(args.jobs) as pool:
        results = pool.map(run_batch, islice(batches, done, None), chunksize=1)
        for number, (more, of_them) in enumerate(results, done + 1):
            events, hands = events + more, hands + of_them
            _tell(args.state, number, len(batches), time.perf_counter() - started, events)
    print(f"{events} events, {hands} hands, {time.perf_counter() - started:.0f} s: all hold")
    return 0


def _tell(state: Path | None, number: int, of: int, seconds: float, events: int) -> None:
    if state is not None:
        state.write_text(str(number))
    if sys.stderr.isatty():
        rate = events / seconds
        print(f"\r{100 * number / of:.1f} %, {rate:.0f} events/s ", end="", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
