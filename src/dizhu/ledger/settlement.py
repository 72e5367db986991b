"""What a hand that is over comes to (docs/rules.md sections 11 and 12); every ruleset, without a
branch by name.
"""

from dataclasses import dataclass

from dizhu.ledger import escape, jj, pairs
from dizhu.ledger.outcome import Pair, Payment, Settlement, fees_and_delta, purse
from dizhu.rules import scoring
from dizhu.rules.actions import Seat
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import NO3, HandState, type_3b, type_3i


@dataclass(frozen=True, slots=True)
class Result:
    """A hand that was played to its end, as far as money is concerned.

    `factors`, `dues`: of the pairs P1 and P2 (the seats after the landlord's), before any cap.
    `idle`: by seat, whether autoplay counts against it (R-JJ-2). `out`: who went out.
    """

    landlord: Seat
    landlord_won: bool
    out: Seat
    factors: tuple[int, int]
    dues: tuple[int, int]
    idle: type_3b = NO3

    @property
    def peasants(self) -> tuple[Seat, Seat]:
        """P1 and P2."""
        return ((self.landlord + 1) % 3, (self.landlord + 2) % 3)


def settle(state: HandState) -> Settlement:
    """The settlement of a hand that is over; AssertionError for one that is not."""
    assert state.over, "only a hand that is over is settled"
    if state.escaped is not None:
        return escape.settle_escape(state, state.escaped)
    if state.forced:
        return _settle_forced(state)
    return settle_result(state.ruleset, state.stakes, result_of(state), state.beans)


def result_of(state: HandState) -> Result:
    """The money's view of a hand that somebody has gone out of."""
    assert state.landlord is not None, "there was no landlord"
    assert state.out is not None, "nobody has gone out"
    factors = scoring.pair_factors(state)
    return Result(
        landlord=state.landlord,
        landlord_won=state.winner == "landlord",
        out=state.out,
        factors=factors,
        dues=pairs.pair_dues(state.stakes, scoring.multiplier(state), factors),
        idle=jj.idle_seats(state),
    )


def settle_result(rules: Ruleset, stakes: Stakes, result: Result, before: type_3i) -> Settlement:
    """Autoplay first, then the caps, then the fees (R-JJ-3, section 11)."""
    p1, p2 = result.peasants
    dues = jj.reassigned(
        rules, result.dues, result.landlord_won, (result.idle[p1], result.idle[p2])
    )
    have = purse(rules, stakes, before)
    purses = pairs.Purses(have[result.landlord], (have[p1], have[p2]))
    paid = pairs.payments(rules, dues, result.landlord_won, purses, int(result.out == p2))
    payments = tuple(
        _payment(rules, result, peasant, amount)
        for peasant, amount in zip((p1, p2), paid, strict=True)
        if amount
    )
    fees, delta = fees_and_delta(rules, stakes, before, payments)
    return Settlement(
        end="out",
        unit=rules.unit,
        landlord=result.landlord,
        winner="landlord" if result.landlord_won else "peasants",
        before=before,
        pairs=tuple(map(Pair, (p1, p2), result.factors, result.dues, paid)),
        payments=payments,
        fees=fees,
        fees_first=rules.fee_order == "before",
        delta=delta,
        system=sum(fees) + sum(p.kept for p in payments),
    )


def _payment(rules: Ruleset, result: Result, peasant: Seat, amount: int) -> Payment:
    kept = pairs.platform_fee(rules, amount)
    if result.landlord_won:
        return Payment(peasant, result.landlord, amount, kept)
    return Payment(result.landlord, peasant, amount, kept)


def _settle_forced(state: HandState) -> Settlement:
    """R-CALL-3, G-BID-4: each loses the forced score, but not below 0; nobody gets it, nobody
    wins.
    """
    loss = -state.ruleset.forced_score * state.stakes.base
    delta = [-min(loss, max(0, score)) for score in state.beans]
    return Settlement(
        end="forced",
        unit=state.ruleset.unit,
        landlord=None,
        winner=None,
        before=state.beans,
        delta=(delta[0], delta[1], delta[2]),
    )
