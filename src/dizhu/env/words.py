"""An observation in words, for people and for logs."""

from typing import Any

from dizhu.env.actions import COMBOS
from dizhu.env.layout import BIDS, PHASES, named
from dizhu.rules.cards import RANK_NAMES

SEATS = ("me", "next", "previous")


def told(row: Any) -> dict[str, Any]:
    """A row as plain values: seats as `SEATS`, cards as text, combos by name, None for nothing."""
    parts = named(row)
    number = {name: int(part[0]) for name, part in parts.items() if part.shape == (1,)}
    return {
        **{name: number[name] for name in ("deals", "multiplier", "bombs")},
        "phase": PHASES[number["phase"]],
        **{name: _seat(number[name]) for name in ("turn", "landlord", "first", "to_beat_seat")},
        **{name: _rank(number[name]) for name in ("turned", "wild")},
        **{name: _combo(number[name]) for name in ("to_beat", "chosen")},
        "chosen_cards": cards(parts["chosen_cards"]),
        "cards": {
            seat: cards(parts["cards"][i]) for i, seat in enumerate(SEATS) if parts["open"][i]
        },
        "counts": _by_seat(parts["counts"]),
        "bids": {seat: BIDS[n] for seat, n in _by_seat(parts["bids"]).items()},
        "shows": _by_seat(parts["shows"]),
        "doubles": {s: None if n < 0 else bool(n) for s, n in _by_seat(parts["doubles"]).items()},
        "bottom": cards(parts["bottom"]),
        "turns": [
            (_seat(int(seat)), cards(held))
            for seat, held in zip(parts["history_seats"], parts["history"], strict=True)
            if seat >= 0
        ],
    }


def cards(counts: Any) -> str:
    """Counts of ranks as text: `3 3 A BJ`."""
    return " ".join(RANK_NAMES[r] for r, n in enumerate(counts) for _ in range(n))


def _by_seat(part: Any) -> dict[str, int]:
    return {seat: int(n) for seat, n in zip(SEATS, part, strict=True)}


def _seat(number: int) -> str | None:
    return None if number < 0 else SEATS[number]


def _rank(number: int) -> str | None:
    return None if number < 0 else RANK_NAMES[number]


def _combo(number: int) -> str | None:
    return None if number < 0 else str(COMBOS[number])
