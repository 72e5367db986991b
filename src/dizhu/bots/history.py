"""The play so far, turn by turn: an observation lists what was played, passes follow from it."""

from typing import NamedTuple

from dizhu.rules.actions import Seat, next_seat
from dizhu.rules.state import TableCards
from dizhu.rules.view import Observation


class Turn(NamedTuple):
    """One turn of the play: what was played, or None for a pass; `over`: what there was to beat,
    None for a lead.
    """

    seat: Seat
    play: TableCards | None
    over: TableCards | None


def turns_of(seen: Observation) -> list[Turn]:
    """Every turn of the play, the landlord's first; empty before the play begins."""
    if seen.landlord is None:
        return []
    turns: list[Turn] = []
    seat, top = seen.landlord, None
    for play in seen.played:
        seat, top = _pass_until(turns, seat, play.seat, top)
        turns.append(Turn(seat, play, top))
        seat, top = next_seat(seat), play
    if seen.turn is not None and seen.played:
        _pass_until(turns, seat, seen.turn, top)
    return turns


def _pass_until(
    turns: list[Turn], seat: Seat, until: Seat, top: TableCards | None
) -> tuple[Seat, TableCards | None]:
    """Passes up to a seat; when it is the one whose cards lie there, it leads."""
    while seat != until:
        turns.append(Turn(seat, None, top))
        seat = next_seat(seat)
    return seat, None if top is not None and top.seat == seat else top
