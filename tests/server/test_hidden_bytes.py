"""No byte that is sent depends on a card which its receiver may not know.

The hidden cards are exchanged among one another, in tables of every ruleset at every step, and what
each seat and a spectator would be sent must stay the same, byte for byte.
"""

import random
from dataclasses import replace

import pytest

from dizhu.app.notices import Happened
from dizhu.cli.simulate.checks import exchanged, known_cards
from dizhu.rules.cards import DECK
from dizhu.rules.events import Dealt
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.view import observe
from dizhu.server import protocol as p
from dizhu.server import views
from dizhu.server.event_view import table_events
from dizhu.server.outbox import encode
from dizhu.table import Act, Again, StartHand, Status, TableEvent, TableState, public_event, replay
from dizhu.table.events import HandHappened
from tests.players import RandomPlayer
from tests.table.kit import Desk

VIEWERS = (0, 1, 2, None)
NOW = 5


def sent(table: TableState, event: TableEvent, viewer: int | None) -> bytes:
    """All that goes to a viewer after an event: the news, and the snapshot of who comes back."""
    hand = table.hand
    if isinstance(event, HandHappened) and isinstance(event.event, Dealt):
        assert hand is not None
        assert hand.deal is not None
        event = replace(event, event=Dealt(hand.deal))
    happened = table_events((Happened(table.version, NOW, public_event(event, table)),))
    if viewer is None:
        view = views.table_view(table, None, lambda _player: True)
        news = p.Events(table.table_id, table.version - 1, table.version, NOW, happened, view)
        return encode(news) + encode(p.Snapshot(table.table_id, table.version, NOW, view))
    sight = views.Sight(table, lambda _player: True, NOW)
    return encode(sight.events(happened, table.version - 1, viewer)) + encode(
        sight.snapshot(viewer)
    )


def hands(name: str, seed: int, most: int) -> Desk:
    """Some hands of random players, who show their cards now and then."""
    chance, desk = random.Random(seed), Desk(name, beans=(10**8, 10**8, 10**8), deal_step_ms=200)
    players = [RandomPlayer((seed, s), escapes=0.002) for s in range(3)]
    while desk.state.status is not Status.CLOSED:
        if desk.state.wants_hand:
            if desk.state.hand_no == most:
                break
            desk.do(StartHand(desk.beans, chance.randbytes(32)))
        elif desk.state.status is Status.PLAYING:
            asked = desk.hand.asked()
            if not asked or chance.random() < 0.03:
                desk.tick()
            else:
                seat = chance.choice(asked)
                desk.do(Act(seat, players[seat].act(observe(desk.hand, seat))))
        else:
            seat = next(s for s in range(3) if not desk.state.seats[s].wants_next)
            desk.do(Again(seat, chance.choice(("ask", "ready", "show"))))
    return desk


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_exchanged_hidden_cards_change_no_byte(name: str) -> None:
    desk, chance = hands(name, 3, 2), random.Random(4)
    state: TableState | None = None
    checked = 0
    for event in desk.log:
        state = replay([event], state)
        hand = state.hand
        if hand is None or hand.deal is None:
            continue
        for viewer in VIEWERS:
            hidden = sorted(set(DECK) - known_cards(hand, viewer))
            swap = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
            other = state.changed(hand=exchanged(hand, swap))
            assert sent(state, event, viewer) == sent(other, event, viewer), (viewer, event)
            checked += len(hidden) > 1
    assert checked > 100


def test_it_would_find_a_card_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a filter that hides nothing the test above fails."""
    monkeypatch.setattr(views, "visible_cards", lambda hand, _viewer, seat: hand.cards[seat])
    with pytest.raises(AssertionError):
        test_exchanged_hidden_cards_change_no_byte("qq-classic")
