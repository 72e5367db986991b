"""How long our bots think: processor time of each answer in the play, milliseconds.

    python -m benchmarks.bot_times [--hands 40] [--ruleset qq-classic]

Processor time, so that it says the same on a busy machine. With DIZHU_PURE=1 without the kernel.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING

from dizhu.arena.formats import FORMATS
from dizhu.arena.game import Actor, Game
from dizhu.arena.stats import quantile
from dizhu.bots import BOTS

if TYPE_CHECKING:
    from dizhu.rules.actions import Action
    from dizhu.rules.view import Observation


def times(bot: str, ruleset: str, hands: int) -> list[float]:
    """Sorted, the first hand left out: tables of plays are made in it."""
    form, found = FORMATS[ruleset], []

    def actor(seed: str) -> Actor:
        act = BOTS[bot](seed).act

        def timed(seen: Observation) -> Action | None:
            started = time.process_time()
            action = act(seen)
            if seen.phase == "play":
                found.append(time.process_time() - started)
            return action

        return timed

    for n in range(hands + 1):
        if n == 1:
            found.clear()
        seats = [actor(f"{n}/{s}") for s in range(3)]
        Game(form, f"times/{n}".encode(), seats, n % 3 if form.given else None).play()
    return sorted(found)


def main() -> None:
    """Print one JSON object a bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--ruleset", default="play-only", choices=FORMATS)
    args = parser.parse_args()
    for bot in BOTS:
        found = times(bot, args.ruleset, args.hands)
        ms = {f"p{q}": round(1000 * quantile(found, q / 100), 2) for q in (50, 90, 99)}
        print(
            json.dumps({"bot": bot, "answers": len(found), **ms, "max": round(1000 * found[-1], 2)})
        )


if __name__ == "__main__":
    main()
