"""From a conversation to what our bots see.

The cards of the others are not known: the hand is played through the rules with any that fit what
they have played, and the observation hides them again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dizhu.arena.formats import BOTZONE, FORMATS
from dizhu.engines.botzone import MOST_BID
from dizhu.rules import hand
from dizhu.rules.actions import SEATS, Call, Deal, Pass, Rob, Seat
from dizhu.rules.cards import DECK, TWO, Card, sort_cards
from dizhu.rules.combos import Combo, Kind, combo
from dizhu.rules.errors import RuleViolation
from dizhu.rules.events import DealEnded, LandlordFixed, Passed, Played
from dizhu.rules.patterns import patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.state import HandState, new_hand
from dizhu.rules.view import Observation, observe

FORM = FORMATS[BOTZONE]
UNBEATABLE_BY_ITS_LIKE = combo(Kind.QUAD_WITH_PAIRS, TWO)
"""How a combo is shown that our rules do not know, such as 航天飞机: only bombs beat it."""


class BadConversation(ValueError):
    """A conversation is none of this game; the message says what is wrong."""


@dataclass(slots=True)
class Conversation:
    """A conversation as far as it has come. `turns`: the play, seat and cards, [] for a pass."""

    own: tuple[Card, ...]
    pos: Seat
    bids: tuple[int, ...] = ()
    landlord: Seat | None = None
    public: tuple[Card, ...] = ()
    turns: list[tuple[Seat, tuple[Card, ...]]] = field(default_factory=list)

    @property
    def bidding(self) -> bool:
        """Whether a bid is asked for."""
        return self.landlord is None


def read(conversation: Any) -> Conversation:
    """What a conversation says. Raises BadConversation."""
    try:
        requests, responses = conversation["requests"], conversation.get("responses", [])
        if not requests or len(responses) != len(requests) - 1:
            raise BadConversation(
                f"{len(requests)} requests go with {len(requests) - 1} responses, "
                f"not {len(responses)}"
            )
        return _read(requests, responses)
    except (LookupError, TypeError, AttributeError) as error:
        raise BadConversation(f"this is no conversation of FightTheLandlord2: {error!r}") from error


def _read(requests: Sequence[Any], responses: Sequence[Any]) -> Conversation:
    first = requests[0]
    bids = _bids(first.get("bid") or ())
    talk = Conversation(_cards(first["own"]), len(bids), bids)
    for n, request in enumerate(requests):
        if "publiccard" in request:
            talk.landlord, talk.pos = _seat(request["landlord"]), _seat(request["pos"])
            talk.public = _cards(request["publiccard"])
        if "history" in request:
            _add_history(talk, request["history"])
            if n < len(responses):
                talk.turns.append((talk.pos, _cards(responses[n])))
    return talk


def _bids(numbers: Sequence[Any]) -> tuple[int, ...]:
    if any(type(b) is not int or not 0 <= b <= MOST_BID for b in numbers) or len(numbers) > 2:
        raise BadConversation(f"bids are up to two numbers 0..{MOST_BID}, not {numbers!r}")
    return tuple(numbers)


def _add_history(talk: Conversation, history: Sequence[Any]) -> None:
    """What the two seats before did; before the first turn of all there was nothing."""
    if talk.landlord is None:
        raise BadConversation("history comes with or after publiccard")
    before = (talk.pos - talk.landlord) % 3 if not talk.turns else 2
    for back in range(before, 0, -1):
        talk.turns.append(((talk.pos - back) % 3, _cards(history[2 - back])))


def _cards(numbers: Sequence[Any]) -> tuple[Card, ...]:
    cards = tuple(numbers)
    if any(type(c) is not int or c not in DECK for c in cards) or len(set(cards)) != len(cards):
        raise BadConversation(f"cards are different numbers 0..53, not {list(cards)!r}")
    return cards


def _seat(number: Any) -> Seat:
    if number not in SEATS:
        raise BadConversation(f"a seat is 0, 1 or 2, not {number!r}")
    return int(number)


def observed(talk: Conversation) -> Observation:
    """What the bot sees. Raises BadConversation for what cannot have happened."""
    state = _state(talk)
    return observe(state, talk.pos)


def bidding(talk: Conversation) -> Observation:
    """What the bot sees when it may bid: whether it calls, or after a bid, whether it robs."""
    state = _dealt(talk)
    state = hand.apply(state, hand.end_deal(state))
    for seat, bid in enumerate(talk.bids):
        said = Pass() if not bid else Call() if state.auction.caller is None else Rob()
        state = hand.apply(state, hand.decide(state, seat, said))
    return observe(state, talk.pos)


def _state(talk: Conversation) -> HandState:
    assert talk.landlord is not None, "the play has begun"
    state = _dealt(talk)
    state = hand.apply(state, (DealEnded(), LandlordFixed(talk.landlord, talk.public)))
    for seat, cards in talk.turns:
        if seat != state.turn or not set(cards) <= set(state.cards[seat]):
            raise BadConversation(f"seat {seat} cannot have played {list(cards)}")
        event = Played(seat, cards, _reading(state, cards)) if cards else Passed(seat)
        state = hand.apply(state, (event,))
    return state


def _reading(state: HandState, cards: tuple[Card, ...]) -> Combo:
    to_beat = None if state.to_beat is None else state.to_beat.combo
    try:
        return choose_reading(patterns_for(state.ruleset), cards, to_beat, None)
    except RuleViolation:
        return UNBEATABLE_BY_ITS_LIKE


def _dealt(talk: Conversation) -> HandState:
    """A deal that fits: others hold what they have played, and else any of the cards left."""
    held: dict[Seat, set[Card]] = {s: set() for s in SEATS}
    held[talk.pos] = set(talk.own)
    for seat, cards in talk.turns:
        if seat != talk.pos:
            held[seat] |= set(cards) - set(talk.public)
    known = set(talk.public).union(*held.values())
    left = [c for c in DECK if c not in known]
    bottom = talk.public or tuple(left[-3:])
    left = [c for c in left if c not in bottom]
    for seat in SEATS:
        while seat != talk.pos and len(held[seat]) < 17 and left:
            held[seat].add(left.pop())
    hands = (sort_cards(held[0]), sort_cards(held[1]), sort_cards(held[2]))
    state = new_hand(FORM.ruleset, FORM.stakes, (0, 0, 0))
    try:
        state = hand.apply(state, hand.begin_deal(state, Deal(hands, bottom, 0)))
    except ValueError as error:
        raise BadConversation(f"these cards cannot have been dealt: {error}") from error
    return hand.apply(state, hand.step_deal(state, 17))
