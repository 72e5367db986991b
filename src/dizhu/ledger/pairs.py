"""The arithmetic of the two pairs, peasant against landlord (docs/rules.md section 11): dues, caps,
scaling, fees.

All amounts are whole beans or points. P1 and P2 are the seats after the landlord's, in this order.
"""

from dataclasses import dataclass

from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3i

Pair2 = tuple[int, int]


def pair_dues(stakes: Stakes, multiplier: int, factors: Pair2) -> Pair2:
    """d_i = base x M x (the doublings and raises of the pair) x N (R-SET-1, R-DBL-2)."""
    each = stakes.base * multiplier * stakes.coefficient
    return (each * factors[0], each * factors[1])


@dataclass(frozen=True, slots=True)
class Purses:
    """What the two sides have to pay with; the caps are taken from it. A score below 0 counts as 0
    (R-JJ-3).
    """

    landlord: int
    peasants: Pair2


def payments(
    rules: Ruleset, dues: Pair2, landlord_won: bool, purses: Purses, favourite: int = 0
) -> Pair2:
    """What each pair pays after all caps: steps (1) and (2) of the settlement.

    `favourite`: which pair (0 or 1) gets the odd bean when both fractions are equal: that of the
    peasant who went out.
    """
    landlord = max(0, purses.landlord)
    paid = [
        _pair_payment(rules, due, landlord_won, landlord, max(0, peasant))
        for due, peasant in zip(dues, purses.peasants, strict=True)
    ]
    if _limited_by_landlord(rules, landlord_won) and sum(paid) > landlord:
        return scaled((paid[0], paid[1]), landlord, favourite)
    return (paid[0], paid[1])


def _pair_payment(rules: Ruleset, due: int, landlord_won: bool, landlord: int, peasant: int) -> int:
    """R-SET-3: never more than the loser has; R-SET-4, G-SET-2: nor than the winner has; R-JJ-3:
    minimised.
    """
    loser, winner = (peasant, landlord) if landlord_won else (landlord, peasant)
    caps = [due]
    if rules.loser_cap != "none":
        caps.append(loser)
    if rules.winner_cap != "none":
        caps.append(winner)
    return min(caps)


def _limited_by_landlord(rules: Ruleset, landlord_won: bool) -> bool:
    """Whether both pairs together may not exceed what the landlord has: as the loser, or under a
    total cap.
    """
    return rules.winner_cap == "total" if landlord_won else rules.loser_cap != "none"


def scaled(amounts: Pair2, limit: int, favourite: int = 0) -> Pair2:
    """Two amounts cut in proportion to `limit` in all, less than their sum.

    Rounded down; the odd bean goes to the larger fraction, between equal ones to the favourite.
    """
    total = sum(amounts)
    parts = [divmod(a * limit, total) for a in amounts]
    first, second = parts[0][0], parts[1][0]
    if first + second == limit:
        return (first, second)
    to_first = parts[0][1] > parts[1][1] or (parts[0][1] == parts[1][1] and favourite == 0)
    return (first + 1, second) if to_first else (first, second + 1)


def platform_fee(rules: Ruleset, paid: int) -> int:
    """R-JJ-3: the part of a minimised payment that the platform keeps; the winner receives the
    rest.
    """
    return min(rules.platform_fee, paid)


def fees(fee: int, have: type_3i) -> type_3i:
    """R-SET-1, step (4): by seat, A or what there is left."""
    taken = [max(0, min(fee, h)) for h in have]
    return (taken[0], taken[1], taken[2])
