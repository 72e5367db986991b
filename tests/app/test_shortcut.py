"""A table that is read from its last hand on is the table that the whole log makes."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from dizhu.rules.ruleset import PRESETS
from dizhu.rules.view import observe
from dizhu.table import Act, Again, Pace, StartHand, Status, TableState, replay
from dizhu.table.events import HandStarted, Settled, TableOpened
from dizhu.table.shortcut import Boundary, from_boundary
from tests.players import RandomPlayer
from tests.soak.hands import Settings, soak
from tests.soak.inline_store import open_store
from tests.soak.virtual_time import run
from tests.table.kit import Desk


def play(name: str, seed: int, hands: int, bots: tuple[int, ...]) -> Desk:
    """Some hands, with different answers in the start windows, and an outage or two."""
    chance = random.Random(seed)
    pace = Pace(silent_stay=seed % 2 == 0)
    desk = Desk(name, bots=bots, pace=pace, beans=(10**8, 10**8, 10**8))
    players = [RandomPlayer((seed, s)) for s in range(3)]
    while desk.state.hand_no < hands or desk.state.status is Status.PLAYING:
        if desk.state.wants_hand and min(desk.beans) < desk.state.stakes.minimum:
            return desk
        if desk.state.wants_hand:
            desk.do(StartHand(desk.beans, chance.randbytes(32)))
        elif desk.state.status is Status.PLAYING:
            asked = [s for s in desk.hand.asked() if not desk.state.seats[s].left]
            if not asked or chance.random() < 0.05:
                desk.tick()
            else:
                seat = chance.choice(asked)
                desk.do(Act(seat, players[seat].act(observe(desk.hand, seat))))
        else:
            seat = next(s for s in range(3) if not desk.state.seats[s].wants_next)
            desk.do(Again(seat, chance.choice(("ask", "ready", "show"))))
    return desk


def boundaries(desk: Desk) -> list[tuple[Boundary, int]]:
    """The end of each hand that another followed, and where that one is settled."""
    found: list[tuple[Boundary, int]] = []
    state: TableState | None = None
    last: tuple[int, int] | None = None
    first_of_last = None
    for event in desk.log:
        before, state = state, replay([event], state)
        if isinstance(event, HandStarted):
            assert before is not None
            first_of_last = before.previous_first
        elif isinstance(event, Settled):
            if last is not None:
                found.append((Boundary(*last, first_of_last), state.version))
            last = (state.version, state.hand_no)
    return found


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_from_any_boundary_to_any_version(name: str) -> None:
    seed = sorted(PRESETS).index(name)
    desk = play(name, seed, 3, bots=(1,) if seed % 2 else ())
    opened = desk.log[0]
    assert isinstance(opened, TableOpened)
    full = [replay(desk.log[:n]) for n in range(1, len(desk.log) + 1)]
    checked = 0
    for place, settled in boundaries(desk):
        later = desk.log[place.version :]
        state = from_boundary(opened, place, later)
        assert state is not None
        for event in later:
            state = replay([event], state)
            if state.hand_no > place.hand_no:
                assert state == full[state.version - 1]
                checked += state.version >= settled
    assert checked > 0


def test_where_nobody_is_asked_there_is_no_shortcut() -> None:
    """A seat may have been left there long ago, and the table goes on."""
    desk = Desk(asks_next=False)
    desk.do(StartHand(desk.beans, bytes(32)))
    opened = desk.log[0]
    assert isinstance(opened, TableOpened)
    assert from_boundary(opened, Boundary(2, 0, None), desk.log[1:]) is None
    assert from_boundary(replace(opened, asks_next=True), Boundary(2, 0, None), ()) is None


def test_a_restart_reads_the_end_only(tmp_path: Path) -> None:
    """Through the store, over all rooms: what a long table is after a restart."""
    report = soak(Settings(40, people=9, seed="long", refuse=0), tmp_path)
    assert report.wrong == []
    run(_compare_live_tables(tmp_path), [])


async def _compare_live_tables(folder: Path) -> None:
    store = open_store(folder, random.Random(1))
    short = 0
    for live in await store.live_tables():
        whole = replay([r.event for r in await store.load(live.id)])  # type: ignore[misc]
        recent = await store.load_recent(live.id)
        if recent is None:
            continue
        opened = recent.opening.event
        assert isinstance(opened, TableOpened)
        events = [r.event for r in recent.events]
        state = from_boundary(opened, recent.boundary, events)  # type: ignore[arg-type]
        assert replay(events, state) == whole  # type: ignore[arg-type]
        assert len(events) < whole.version
        short += 1
    store.close()
    assert short > 0
