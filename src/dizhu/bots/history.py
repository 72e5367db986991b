"""The play so far, turn by turn: an observation lists what was played, passes follow from it."""

from typing import NamedTuple

from dizhu.rules.actions import Seat, next_seat
from dizhu.rules.state import TableCards
from dizhu.rules.view import Observation


class Turn(NamedTuple):
    """One turn of the play: what was played, or None for a pass."""

    seat: Seat
    play: TableCards | None


def turns_of(seen: Observation) -> list[Turn]:
    """Every turn of the play, the landlord's first; empty before the play begins."""
    if seen.landlord is None:
        return []
    turns: list[Turn] = []
    seat = seen.landlord
    for play in seen.played:
        seat = _pass_until(turns, seat, play.seat)
        turns.append(Turn(seat, play))
        seat = next_seat(seat)
    if seen.turn is not None and seen.played:
        _pass_until(turns, seat, seen.turn)
    return turns


def _pass_until(turns: list[Turn], seat: Seat, until: Seat) -> Seat:
    while seat != until:
        turns.append(Turn(seat, None))
        seat = next_seat(seat)
    return seat
