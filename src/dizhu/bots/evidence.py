"""What the others' answers tell about their cards, in log odds of the viewer's side.

Measured on thousands of hands that the bot played against itself, as far as they go.
"""

from dizhu.bots.position import Position
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.view import Observation

_DECLINED = (0.0, 0.2, 0.7)
"""To whom might be landlord: so many others have declined."""
_WANTED = -0.4
"""... and for each who has called or robbed."""
_CHOSE = -0.5
"""To a peasant: the landlord has seen his cards and wanted to be landlord."""
_ENEMY = (-0.5, 0.2)
"""To the landlord: a peasant wanted to be landlord, or declined."""
_PARTNER = (0.5, -0.2)
_LANDLORD_DOUBLES = (-0.5, 0.8)
"""To a peasant: the landlord has doubled, or declined to."""
_ENEMY_DOUBLES = (-0.35, 0.25)
_PARTNER_DOUBLES = (0.5, -0.2)
_RAISED = 0.5
"""For each raise of one's own side; against it for each of the other side."""
_WANTS = ("call", "rob")


def of_bids(seen: Observation) -> float:
    """Before there is a landlord, for who might be."""
    others = [seen.bids[s] for s in SEATS if s != seen.viewer]
    wanted = sum(bid in _WANTS for bid in others)
    return _DECLINED[others.count("pass")] + _WANTED * wanted


def of_answers(seen: Observation, position: Position) -> float:
    """With a landlord: from the bids, the doublings and the raises."""
    told = sum(_bid(seen, position, s) + _doubled(seen, position, s) for s in SEATS)
    return told + _raises(seen, position)


def _bid(seen: Observation, position: Position, seat: Seat) -> float:
    bid = seen.bids[seat]
    if seat == position.me:
        return 0.0
    if seat == position.landlord:
        return _CHOSE if bid in _WANTS else 0.0
    if bid not in (*_WANTS, "pass"):
        return 0.0
    return (_ENEMY if position.is_landlord else _PARTNER)[bid == "pass"]


def _doubled(seen: Observation, position: Position, seat: Seat) -> float:
    answer = seen.doubles[seat]
    if seat == position.me or answer is None or not seen.may_double[seat]:
        return 0.0
    if seat == position.landlord:
        return _LANDLORD_DOUBLES[not answer]
    return (_ENEMY_DOUBLES if position.is_landlord else _PARTNER_DOUBLES)[not answer]


def _raises(seen: Observation, position: Position) -> float:
    signs = (
        -1 if seat in position.enemies else 1
        for seat, _, yes in seen.raise_answers
        if yes and seat != position.me
    )
    return _RAISED * sum(signs)
