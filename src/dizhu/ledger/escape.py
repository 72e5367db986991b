"""逃跑: the penalty for leaving a hand, and who gets it (R-ESC-1..4, G-ESC-1..6)."""

from dizhu.ledger import pairs
from dizhu.ledger.outcome import EscapeCharge, Pair, Payment, Settlement, fees_and_delta, purse
from dizhu.rules import scoring
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.cards import Card
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import HandState, Phase
from dizhu.rules.view import visible_cards

BOUNDARY = 10
"""The behaviour multiplier from which the actual score counts (R-ESC-1, R-ESC-2, G-ESC-1)."""
LOW_LANDLORD, LOW_PEASANT = 20, 10


def settle_escape(state: HandState, seat: Seat) -> Settlement:
    """The settlement of a hand that `seat` has escaped from."""
    rules, stakes = state.ruleset, state.stakes
    charge = _charge(state, seat)
    payments = tuple(
        Payment(seat, to, amount)
        for to, amount in shares(state.landlord, seat, charge.penalty)
        if amount
    )
    fees, delta = fees_and_delta(rules, stakes, state.beans, payments)
    return Settlement(
        end="escape",
        unit=rules.unit,
        landlord=state.landlord,
        winner=state.winner,
        before=state.beans,
        pairs=_pairs(state),
        payments=payments,
        escape=charge,
        fees=fees,
        fees_first=rules.fee_order == "before",
        delta=delta,
        system=sum(fees),
    )


def escape_penalty_now(state: HandState, seat: Seat) -> int:
    """What leaving would cost `seat` at this moment, without A. Counts hidden bombs: not for
    players' eyes.
    """
    return _charge(_left_by(state, seat), seat).penalty


def escape_penalty_known(state: HandState, seat: Seat) -> int:
    """The least that leaving would cost `seat`, from what it may know: bombs in hidden hands are
    not counted.

    The exact amount would tell how many bombs the others hold (R-ESC-3).
    """
    left = _left_by(state, seat)
    known = tuple(_known_cards(state, seat, s) for s in SEATS)
    return _penalty(left, seat, scoring.escape_multiplier(left, known))


def _left_by(state: HandState, seat: Seat) -> HandState:
    return state.changed(escaped=seat, phase=Phase.OVER, turn=None)


def _known_cards(state: HandState, viewer: Seat, seat: Seat) -> tuple[Card, ...]:
    """The cards of `seat` that the viewer has seen: those played, and those he may see in the
    hand.
    """
    played = tuple(c for p in state.played if p.seat == seat for c in p.cards)
    return played + (visible_cards(state, viewer, seat) or ())


def _charge(state: HandState, seat: Seat) -> EscapeCharge:
    behaviour = scoring.escape_multiplier(state)
    return EscapeCharge(seat, role_of(state, seat), behaviour, _penalty(state, seat, behaviour))


def role_of(state: HandState, seat: Seat) -> str:
    """ "landlord", "peasant", or "none" before there is a landlord."""
    if state.landlord is None:
        return "none"
    return "landlord" if seat == state.landlord else "peasant"


def _penalty(state: HandState, seat: Seat, behaviour: int) -> int:
    rules, stakes = state.ruleset, state.stakes
    due = _actual_due(state, seat, behaviour)
    penalty = raw_penalty(rules, stakes, role_of(state, seat), behaviour, due)
    if rules.escape_floor == "loss":
        penalty = max(penalty, _loss_now(state, seat))  # G-ESC-6
    return min(penalty, purse(rules, stakes, state.beans)[seat])


def raw_penalty(rules: Ruleset, stakes: Stakes, role: str, behaviour: int, due: int) -> int:
    """R-ESC-1, R-ESC-2, before the cap by what the escaper has.

    `due`: what the hand would cost him at the behaviour multiplier, d_1 + d_2 for the landlord,
    else his own d. The landlord's 4 against the peasant's 2 is his identity, so that both pay 2 x
    due (G-ESC-2).
    """
    high = behaviour >= BOUNDARY if rules.escape_boundary == "ge" else behaviour > BOUNDARY
    if high:
        return 2 * due
    low = LOW_LANDLORD if role == "landlord" else LOW_PEASANT
    return low * stakes.base * stakes.initial * stakes.coefficient


def _actual_due(state: HandState, seat: Seat, behaviour: int) -> int:
    """The due of the escaper with every bomb of the hand counted (R-ESC-3).

    The raise of a pair stands in the behaviour multiplier and in the factor of the pair: once is
    enough.
    """
    common = behaviour // scoring.escape_pair_raise(state) * state.stakes.initial
    multiplier = scoring.limited(state.ruleset, common)
    return _own(state, seat, pairs.pair_dues(state.stakes, multiplier, scoring.pair_factors(state)))


def _own(state: HandState, seat: Seat, dues: tuple[int, int]) -> int:
    """The landlord stands in both pairs; before there is one, a single pair counts (G-ESC-5)."""
    if state.landlord is None:
        return dues[0]
    return sum(dues) if seat == state.landlord else dues[state.peasants.index(seat)]


def _loss_now(state: HandState, seat: Seat) -> int:
    """What the escaper would lose if he lost the hand at this moment."""
    if state.landlord is None:
        return 0
    dues = pairs.pair_dues(state.stakes, scoring.multiplier(state), scoring.pair_factors(state))
    return _own(state, seat, dues)


def shares(landlord: Seat | None, seat: Seat, penalty: int) -> tuple[tuple[Seat, int], ...]:
    """G-ESC-4, G-ESC-5: who gets how much. A peasant's goes to the landlord; else half each, the
    odd bean to the next.
    """
    if landlord is not None and landlord != seat:
        return ((landlord, penalty),)
    return (((seat + 1) % 3, (penalty + 1) // 2), ((seat + 2) % 3, penalty // 2))


def _pairs(state: HandState) -> tuple[Pair, ...]:
    """The pairs as they stood when the hand was left; nothing was paid between them."""
    if state.landlord is None:
        return ()
    factors = scoring.pair_factors(state)
    dues = pairs.pair_dues(state.stakes, scoring.multiplier(state), factors)
    return tuple(map(Pair, state.peasants, factors, dues, (0, 0)))
