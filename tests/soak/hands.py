"""Bot hands over all rooms, with people who drop, come back, change devices and escape.

Runs in virtual time, through the application and the real store. Figures are printed as JSON; the
exit status is 1 if anything is not as it must be: `python -m tests.soak.hands --hands 100000`.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping  # noqa: TC003
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.soak.house import House
from tests.soak.patron import Patron
from tests.soak.virtual_time import Stuck, run
from tests.soak.watchman import Watchman

POOR, RICH = 0, 200_000
"""Half of the guests have the opening grant only, and go broke; the others play for high stakes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`hands`: so many are played; `refuse`: the part of the commits that the disk refuses;
    `sample`: the part of the closed tables that is audited; `minutes`: of real time, at most.
    """

    hands: int
    people: int = 60
    seed: str = "1"
    refuse: float = 0.0002
    sample: float = 0.02
    deal_step_ms: int = 0
    minutes: float = 60.0


@dataclass(slots=True)
class Report:
    """What came of it; `wrong` is empty when all is well."""

    hands: int
    seconds: float
    virtual_hours: float
    rooms: dict[str, int]
    ends: dict[str, int]
    figures: dict[str, int]
    health: dict[str, int]
    refused_by_disk: int
    commands_checked: int
    hands_audited: int
    wrong: list[str] = field(default_factory=list)


def soak(settings: Settings, folder: Path) -> Report:
    """Play."""
    failures: list[Mapping[str, Any]] = []
    try:
        report = run(_play(settings, folder), failures)
    except Stuck as error:
        return Report(0, 0, 0, {}, {}, {}, {}, 0, 0, 0, [str(error)])
    report.wrong += [f"{f['message']}: {f.get('exception')!r}" for f in failures]
    return report


async def _play(settings: Settings, folder: Path) -> Report:
    step = settings.deal_step_ms
    house = House(folder, settings.seed, refuse=settings.refuse, deal_step_ms=step)
    try:
        return await _play_in(house, settings)
    finally:
        house.store.close()


async def _play_in(house: House, settings: Settings) -> Report:
    began, figures = time.monotonic(), Counter[str]()
    patrons = [await _patron(house, n, settings.seed, figures) for n in range(settings.people)]
    watchman = Watchman(house, patrons, settings.sample, settings.seed)
    for patron in patrons:
        house.spawn(patron.live())
    house.spawn(watchman.walk())
    last = began + settings.minutes * 60
    while house.hands.total() < settings.hands and not watchman.wrong:
        await asyncio.sleep(10)
        if time.monotonic() > last:
            break
    await watchman.look()
    await house.stop()
    watchman.books()
    return Report(
        hands=house.hands.total(),
        seconds=round(time.monotonic() - began, 1),
        virtual_hours=round(asyncio.get_running_loop().time() / 3600, 1),
        rooms=dict(sorted(house.hands.items())),
        ends=dict(sorted(house.ends.items())),
        figures=dict(sorted(figures.items())),
        health=dict(house.health.counts),
        refused_by_disk=house.store.writer.refused,  # type: ignore[attr-defined]
        commands_checked=watchman.checked_commands,
        hands_audited=watchman.audited.hands,
        wrong=watchman.wrong + _unhealthy(house),
    )


async def _patron(house: House, number: int, seed: str, figures: Counter[str]) -> Patron:
    player = await house.players.new_guest(None, "en")
    if beans := (POOR, RICH)[number % 2]:
        await house.endow(player.id, beans)
    return Patron(house, player, (seed, number), figures)


def _unhealthy(house: House) -> list[str]:
    """Whatever the server counts as its own errors, but for the disk that we let refuse."""
    counts = house.health.counts
    return [f"{n} {what}" for what, n in counts.items() if what != "storage_failures"]


def main() -> int:
    """Run, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.hands", description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--refuse", type=float, default=0.0002)
    parser.add_argument("--sample", type=float, default=0.02)
    parser.add_argument("--deal-step-ms", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=120.0)
    settings = Settings(**vars(parser.parse_args()))
    with tempfile.TemporaryDirectory() as folder:
        report = soak(settings, Path(folder))
    print(json.dumps(asdict(report), indent=2, ensure_ascii=False))
    return 1 if report.wrong or report.hands < settings.hands else 0


if __name__ == "__main__":
    sys.exit(main())
