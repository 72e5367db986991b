"""What an agent sees, as one row of whole numbers and as named arrays that are parts of it.

Seats are counted from the viewer: 0 himself, 1 who plays after him, 2 who plays before him; -1
nobody. Cards are counts of the 15 ranks 3 .. A, 2, BJ, RJ. Combos are indices of `actions.COMBOS`.
"""

from typing import Any, NamedTuple

from dizhu.env.actions import COMBOS
from dizhu.rules.cards import RANKS

HISTORY = 15
LARGEST = 2**31 - 1
PHASES = ("start", "call", "rob", "raise", "show", "double", "play", "fill", "over")
BIDS = (None, "look", "pass", "call", "rob", "blind")
"""`bids`: what a seat said last in the auction."""


class Part(NamedTuple):
    """A named array: its shape, and between which numbers its entries lie."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    what: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for n in self.shape:
            size *= n
        return size


_COMBO = len(COMBOS) - 1
PARTS: tuple[Part, ...] = (
    Part("phase", (1,), 0, len(PHASES) - 1, "index of PHASES; fill: cards of a combo are chosen"),
    Part("turn", (1,), -1, 2, "who is asked"),
    Part("landlord", (1,), -1, 2, "the landlord"),
    Part("first", (1,), -1, 2, "who was asked first in the auction"),
    Part("deals", (1,), 0, LARGEST, "how often cards were dealt: more than once after all passed"),
    Part("turned", (1,), -1, RANKS - 1, "rank of the card turned up in the first bidder's hand"),
    Part("wild", (1,), -1, RANKS - 1, "the wild rank"),
    Part("multiplier", (1,), 0, LARGEST, "of the whole game, as it stands"),
    Part("bombs", (1,), 0, 14, "bombs and rockets played"),
    Part("to_beat", (1,), -1, _COMBO, "the combo to beat; -1 for who leads"),
    Part("to_beat_seat", (1,), -1, 2, "who played it"),
    Part("raise_step", (1,), -1, 3, "which raise is asked"),
    Part("chosen", (1,), -1, _COMBO, "the viewer's combo whose cards he is choosing"),
    Part("open", (3,), 0, 1, "by seat, whether the viewer sees the cards"),
    Part("counts", (3,), 0, 20, "by seat, how many cards"),
    Part("bids", (3,), 0, len(BIDS) - 1, "by seat, index of BIDS"),
    Part("shows", (3,), 0, LARGEST, "by seat, the factor of its show; 0 without"),
    Part("doubles", (3,), -1, 1, "by seat, 1 doubled, 0 not, -1 not asked yet"),
    Part("raises", (4, 3), 0, 2, "by step and seat, 0 not asked, 1 declined, 2 raised"),
    Part("cards", (3, RANKS), 0, 4, "by seat, the cards that the viewer sees, else zeros"),
    Part("played", (3, RANKS), 0, 4, "by seat, all cards played"),
    Part("bottom", (RANKS,), 0, 4, "the bottom cards, once they are open"),
    Part("unseen", (RANKS,), 0, 4, "the deck without the cards seen and played"),
    Part("chosen_cards", (RANKS,), 0, 4, "the cards of `chosen` that are settled"),
    Part("history_seats", (HISTORY,), -1, 2, "who had the last turns, the latest last"),
    Part("history_combos", (HISTORY,), -1, _COMBO, "under which combo; -1 a pass, or no turn"),
    Part("history", (HISTORY, RANKS), 0, 4, "with which cards"),
)


def _slices() -> dict[str, slice]:
    found, at = {}, 0
    for part in PARTS:
        found[part.name] = slice(at, at + part.size)
        at += part.size
    return found


AT: dict[str, slice] = _slices()
WIDTH = sum(part.size for part in PARTS)


def named(rows: Any) -> dict[str, Any]:
    """The parts of one row, or of many below one another, as views."""
    lead = rows.shape[:-1]
    return {p.name: rows[..., AT[p.name]].reshape(*lead, *p.shape) for p in PARTS}
