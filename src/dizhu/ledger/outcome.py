"""A settlement: what a hand came to for each seat, and why; and how it is put together from
payments and fees.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dizhu.ledger import pairs
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import ZERO3, type_3i


@dataclass(frozen=True, slots=True)
class Pair:
    """A peasant against the landlord: the factor of the pair (doublings and raises), what was due,
    what moved.

    `paid` goes to the winning side; it is 0 after an escape, whose money is in
    `Settlement.payments`.
    """

    peasant: Seat
    factor: int
    due: int
    paid: int


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat pays another, at least 1; `kept`: the part of it that the platform keeps."""

    debit: Seat
    credit: Seat
    amount: int
    kept: int = 0


@dataclass(frozen=True, slots=True)
class EscapeCharge:
    """An escape: who, as what ("landlord", "peasant", "none": there was no landlord yet), the
    multiplier b of G-ESC-3, and the penalty after the cap by what he has, without A.
    """

    seat: Seat
    role: str
    behaviour: int
    penalty: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand came to.

    `end`: "out", "escape" or "forced". `before`: beans or scores at the start of the hand, by seat.
    `fees`: A by seat; `fees_first`: they were taken before the payments. `delta`: all changes by
    seat, fees included; `system`: what the house got. sum(delta) + system = 0, but for a forced
    score (R-CALL-3), which comes from nowhere.
    """

    end: str
    unit: str
    landlord: Seat | None
    winner: str | None
    before: type_3i
    pairs: tuple[Pair, ...] = ()
    payments: tuple[Payment, ...] = ()
    escape: EscapeCharge | None = None
    fees: type_3i = ZERO3
    fees_first: bool = False
    delta: type_3i = ZERO3
    system: int = 0

    @property
    def after(self) -> type_3i:
        """Beans or scores after the hand, by seat."""
        now = [b + d for b, d in zip(self.before, self.delta, strict=True)]
        return (now[0], now[1], now[2])


def purse(rules: Ruleset, stakes: Stakes, before: type_3i) -> type_3i:
    """What each seat has to pay with: all of it, or under `fee_order` before what the fee leaves
    (G-SET-1).
    """
    if rules.fee_order == "after":
        return before
    return minus(before, pairs.fees(stakes.fee, before))


def fees_and_delta(
    rules: Ruleset, stakes: Stakes, before: type_3i, payments: Sequence[Payment]
) -> tuple[type_3i, type_3i]:
    """Steps (3) and (4): the fees by seat, and the whole change by seat."""
    moved = _moved(before, payments)
    fees = pairs.fees(stakes.fee, before if rules.fee_order == "before" else moved)
    return fees, minus(minus(moved, fees), before)


def _moved(before: type_3i, payments: Sequence[Payment]) -> type_3i:
    have = list(before)
    for payment in payments:
        have[payment.debit] -= payment.amount
        have[payment.credit] += payment.amount - payment.kept
    return (have[0], have[1], have[2])


def minus(a: type_3i, b: type_3i) -> type_3i:
    """The differences by seat."""
    result = [a[s] - b[s] for s in SEATS]
    return (result[0], result[1], result[2])
