"""Scores of seats on autoplay under JJ's rules (R-JJ-2, G-JJ-1)."""

from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.state import HandState, type_3b

Dues = tuple[int, int]


def idle_seats(state: HandState) -> type_3b:
    """By seat, whether autoplay counts against it: at the end of the hand (or ever) and begun with
    two cards or more.
    """
    idle = [_idle(state, seat) for seat in SEATS]
    return (idle[0], idle[1], idle[2])


def _idle(state: HandState, seat: Seat) -> bool:
    rules = state.ruleset
    if rules.autoplay_scoring != "jj":
        return False
    if rules.autoplay_when == "ever":
        return state.autoplay_ever[seat]
    return state.autoplay[seat] and counts_as_idle(rules, state.autoplay_cards[seat])


def counts_as_idle(rules: Ruleset, cards_left: int) -> bool:
    """Whether autoplay that began with so many cards counts: with the last card it is as good as
    playing.
    """
    return rules.autoplay_scoring == "jj" and cards_left >= 2


def reassigned(rules: Ruleset, dues: Dues, landlord_won: bool, idle: tuple[bool, bool]) -> Dues:
    """What the pairs (P1, P2) come to once the peasants on autoplay are made to bear it (R-JJ-2).

    `idle`: whether P1 and P2 count as on autoplay. Nobody: each his own.
    """
    if idle == (False, False):
        return dues
    return _losses(dues, idle) if landlord_won else _gains(rules, dues, idle)


def _losses(dues: Dues, idle: tuple[bool, bool]) -> Dues:
    """Those on autoplay bear both losses, equally; the odd point to the larger own loss, then to
    P1.
    """
    total = sum(dues)
    if idle == (True, False):
        return (total, 0)
    if idle == (False, True):
        return (0, total)
    half, odd = divmod(total, 2)
    return (half, half + odd) if dues[1] > dues[0] else (half + odd, half)


def _gains(rules: Ruleset, dues: Dues, idle: tuple[bool, bool]) -> Dues:
    """The peasant who played takes both scores; when neither did, nobody gets any (or each his own,
    by option).
    """
    total = sum(dues)
    if idle == (True, False):
        return (0, total)
    if idle == (False, True):
        return (total, 0)
    return dues if rules.autoplay_both_win == "normal" else (0, 0)
