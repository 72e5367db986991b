"""Positions in the play, from a few words.

seen = observed("3456 22", "K", "44", over=(2, "3"))   # seat 0 is asked, over a 3 of seat 2
"""

from dizhu.bots import BOTS
from dizhu.rules import hand
from dizhu.rules.actions import Action, Deal, Pass, Play, Seat
from dizhu.rules.cards import DECK, Card, pack, pack_ranks, pick, rank_of
from dizhu.rules.combos import Kind, combo, lead_preference
from dizhu.rules.notation import parse_ranks, ranks_text
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import preset
from dizhu.rules.state import HandState, Phase, ShowMade, TableCards
from dizhu.rules.view import Observation, observe
from tests.bots.driver import RICH

Over = tuple[Seat, str]


def state_of(
    *hands: str,
    landlord: Seat = 0,
    turn: Seat = 0,
    over: Over | None = None,
    shown: tuple[Seat, ...] = (),
    wild: str | None = None,
) -> HandState:
    """A hand in the middle of the play. What nobody holds has been played, by the landlord."""
    base = preset("qq-classic" if wild is None else "qq-laizi")
    wild_rank = None if wild is None else parse_ranks(wild)[0]
    left = list(DECK)
    table = None if over is None else take(over[1], left)
    held = [take(text, left) for text in hands]
    to_beat = None
    if over is not None and table is not None:
        readings = patterns_for(base.ruleset, wild_rank).readings(pack(table))
        to_beat = TableCards(over[0], table, max(readings, key=lead_preference))
    gone = tuple(left) + (table or ())
    history = TableCards(landlord, gone, combo(Kind.SOLO, 0))
    return HandState(
        base.ruleset,
        base.stakes,
        RICH,
        phase=Phase.PLAY,
        deal=Deal((gone, (), ()), gone[:3], landlord, wild_rank),
        deals=1,
        dealt_to=17,
        cards=(held[0], held[1], held[2]),
        landlord=landlord,
        turn=turn,
        wild=wild_rank,
        doubles=(False, False, False),
        shows=tuple(ShowMade(seat, "deal", 3) for seat in shown),
        to_beat=to_beat,
        passes=int(over is not None and over[0] == (turn + 1) % 3),
        plays=(1, 1, 1),
        played=(history,),
    )


def take(text: str, left: list[Card]) -> tuple[Card, ...]:
    """Take cards of some ranks from those left, largest first."""
    cards = pick(left, pack_ranks(parse_ranks(text.replace(" ", ""))))
    for card in cards:
        left.remove(card)
    return tuple(sorted(cards, reverse=True))


def answer(state: HandState) -> Action:
    """What the rule bot does; the rules must accept it."""
    assert state.turn is not None, "somebody is asked"
    action = BOTS["rule"](0).act(observe(state, state.turn))
    assert action is not None, "an answer is needed"
    hand.decide(state, state.turn, action)
    return action


def played(state: HandState) -> str:
    """The ranks the rule bot plays, lowest first, or "pass"."""
    action = answer(state)
    return "pass" if isinstance(action, Pass) else ranks_of(action)


def ranks_of(action: Action) -> str:
    """The ranks of a play, lowest first."""
    assert isinstance(action, Play), action
    return text_of(action.cards)


def text_of(cards: tuple[Card, ...]) -> str:
    """The ranks of some cards, lowest first."""
    return ranks_text(sorted(rank_of(c) for c in cards))


def seen_by(state: HandState) -> Observation:
    """What the seat whose turn it is sees."""
    return observe(state, state.turn)
