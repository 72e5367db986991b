"""What a seat can work out from its observation: its hand, its enemies, which cards are where."""

from dataclasses import dataclass

from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.cards import DECK, Card, Packed, Rank, pack, size
from dizhu.rules.combos import Combo
from dizhu.rules.patterns import Patterns, patterns_for
from dizhu.rules.view import Observation


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's knowledge during the play.

    `sure[s]`: cards that seat s holds for certain (all of them when `open[s]`); `unseen`: the cards
    that are in some other hand, nobody knows whose. `holder` is who played `to_beat`.
    """

    me: Seat
    landlord: Seat
    hand: Packed
    counts: tuple[int, int, int]
    sure: tuple[Packed, Packed, Packed]
    open: tuple[bool, bool, bool]
    unseen: Packed
    to_beat: Combo | None
    holder: Seat | None
    patterns: Patterns
    wild: Rank | None

    @property
    def is_landlord(self) -> bool:
        """Whether this seat plays alone."""
        return self.me == self.landlord

    @property
    def partner(self) -> Seat | None:
        """The other peasant; None for the landlord."""
        return None if self.is_landlord else 3 - self.me - self.landlord

    @property
    def enemies(self) -> tuple[Seat, ...]:
        """Those who lose when this seat wins, in turn order from it."""
        if not self.is_landlord:
            return (self.landlord,)
        return ((self.me + 1) % 3, (self.me + 2) % 3)


def position_of(seen: Observation) -> Position:
    """The position of an observation made in the play by a seat that may play."""
    me, landlord = seen.viewer, seen.landlord
    assert me is not None, "watchers do not play"
    assert landlord is not None, "the play comes after the auction"
    known = [_known_cards(seen, seat) for seat in SEATS]
    away = {c for cards in known for c in cards}
    away.update(c for played in seen.played for c in played.cards)
    shown = [cards is not None for cards in seen.cards]
    return Position(
        me=me,
        landlord=landlord,
        hand=pack(known[me]),
        counts=seen.counts,
        sure=(pack(known[0]), pack(known[1]), pack(known[2])),
        open=(shown[0], shown[1], shown[2]),
        unseen=pack(c for c in DECK if c not in away),
        to_beat=seen.to_beat.combo if seen.to_beat else None,
        holder=seen.to_beat.seat if seen.to_beat else None,
        patterns=patterns_for(seen.ruleset, seen.wild),
        wild=seen.wild,
    )


def _known_cards(seen: Observation, seat: Seat) -> tuple[Card, ...]:
    """The cards of a seat that are certain: an open hand, or the landlord's part of the bottom."""
    held = seen.cards[seat]
    if held is not None:
        return held
    if seat != seen.landlord or not seen.bottom:
        return ()
    gone = {c for played in seen.played if played.seat == seat for c in played.cards}
    return tuple(c for c in seen.bottom if c not in gone)[: seen.counts[seat]]


def hidden_count(position: Position, seat: Seat) -> int:
    """How many cards of a seat are not known."""
    return position.counts[seat] - size(position.sure[seat])
