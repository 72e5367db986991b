"""What is put together once for all viewers is for each of them what he would get alone."""

import random

import pytest

from dizhu.app.notices import Happened
from dizhu.rules.actions import Autoplay, Show
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.view import observe
from dizhu.server.event_view import table_events
from dizhu.server.views import Sight, table_view
from dizhu.table import Act, Expire, OpenTable, Player, StartHand, TableState, decide, evolve
from dizhu.table.events import HandHappened
from dizhu.table.view import public_event
from tests.app.conftest import simple

NOW = 1_000_000


def hand_of(name: str, number: int) -> list[tuple[TableState, list[Happened]]]:
    """The states of a table in which three play a hand, with shows and autoplay here and there."""
    chance = random.Random(f"{name} {number}")
    preset = PRESETS[name]
    players = (Player("a", "A"), Player("b", "B"), Player("c", "C", bot="x"))
    state: TableState | None = None
    steps: list[tuple[TableState, list[Happened]]] = []
    now = NOW
    command: object = OpenTable("t", "r", preset.ruleset, preset.stakes, players)
    while True:
        happened = []
        for event in decide(state, command, now).events:  # type: ignore[arg-type]
            state = evolve(state, event)
            happened.append(Happened(state.version, now, public_event(event, state)))
        assert state is not None
        steps.append((state, happened))
        if state.wants_hand:
            command = StartHand((90_000, 70_000, 80_000), chance.randbytes(32))
        elif state.hand is None or state.hand.over:
            return steps
        else:
            now, command = next_command(state, now, chance)


def next_command(state: TableState, now: int, chance: random.Random) -> tuple[int, object]:
    assert state.hand is not None
    clock = chance.choice(state.clocks)
    if clock.seat is None or chance.random() < 0.05:
        options = {(o.type, o.stage) for o in observe(state.hand, 0).options}
        if ("show", "deal") in options and chance.random() < 0.05:
            return now, Act(0, Show("deal"))
        return max(now, clock.at), Expire(clock)
    playing = state.hand.phase.code == "play"
    if playing and chance.random() < 0.05:
        return now, Act(clock.seat, Autoplay(not state.hand.autoplay[clock.seat]))
    return now, Act(clock.seat, simple(observe(state.hand, clock.seat)))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("number", range(3))
def test_a_shared_view_is_the_view(name: str, number: int) -> None:
    for state, _ in hand_of(name, number):
        sight = Sight(state, lambda player: player == "a", NOW)
        for seat in range(3):
            assert sight.view(seat) == table_view(state, seat, lambda player: player == "a")


@pytest.mark.parametrize("name", PRESETS)
def test_every_event_has_a_form(name: str) -> None:
    for _, happened in hand_of(name, 5):
        for event, message in zip(
            [h for h in happened if h.event.type != "clocks_set"],
            table_events(tuple(happened)),
            strict=True,
        ):
            assert message.version == event.version
            if isinstance(event.event, HandHappened):
                assert message.kind == event.event.event.type
