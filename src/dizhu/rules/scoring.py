"""The multiplier, its parts (docs/rules.md section 10), and the escape's multiplier (G-ESC-3)."""

from dataclasses import dataclass
from math import prod

from dizhu.rules.cards import ROCKET, SUITED_RANKS, Card, at_least, contains, pack, rank_of, suit_of
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.state import HandState
from dizhu.rules.tasks import task_done


@dataclass(frozen=True, slots=True)
class Factors:
    """The parts of M (R-MUL-1). `show` is the largest show (R-SHOW-3); `robs` 2 per rob; `bombs`
    2^n or 1+n.
    """

    initial: int = 1
    call: int = 1
    show: int = 1
    robs: int = 1
    blind: int = 1
    raises: int = 1
    bottom: int = 1
    bombs: int = 1
    rocket: int = 1
    spring: int = 1
    task: int = 1

    def product(self) -> int:
        """All parts multiplied."""
        return self.initial * self.behaviour()

    def behaviour(self) -> int:
        """All parts but the room's initial multiplier (G-MUL-4)."""
        return prod(
            (
                self.call,
                self.show,
                self.robs,
                self.blind,
                self.raises,
                self.bottom,
                self.bombs,
                self.rocket,
                self.spring,
                self.task,
            )
        )


def bomb_factor(scoring: str, bombs: int) -> int:
    """R-MUL-2: x2 each; R-MUL-3, G-MUL-2: 1 + n in all."""
    return 1 + bombs if scoring == "jj" else 1 << bombs


def spring_kind(state: HandState) -> str | None:
    """R-MUL-4: "spring", "anti_spring" or None. Passes are not plays, automatic plays are."""
    if state.out is None or state.landlord is None:
        return None
    p1, p2 = state.peasants
    return spring_of(
        state.out == state.landlord, state.plays[state.landlord], state.plays[p1], state.plays[p2]
    )


def spring_of(landlord_won: bool, landlord_plays: int, p1_plays: int, p2_plays: int) -> str | None:
    """R-MUL-4 from the numbers of plays."""
    if landlord_won:
        return "spring" if p1_plays == 0 and p2_plays == 0 else None
    return "anti_spring" if landlord_plays == 1 else None


def bottom_factor(table: tuple[tuple[str, int], ...], bottom: tuple[Card, ...]) -> int:
    """R-MUL-5, G-BOT-1: the factor of the first row of the table that the bottom cards fit, else
    1.
    """
    names = bottom_names(bottom)
    return next((factor for name, factor in table if name in names), 1)


def bottom_names(bottom: tuple[Card, ...]) -> set[str]:
    """What three bottom cards are, under the names of `bottom_factors`. A straight lies inside
    3..A.
    """
    ranks = sorted(rank_of(c) for c in bottom)
    jokers = sum(r >= SUITED_RANKS for r in ranks)
    if jokers:
        return {"two_jokers" if jokers == 2 else "one_joker"}
    flush = len({suit_of(c) for c in bottom}) == 1
    straight = ranks[2] < SUITED_RANKS - 1 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    names = {"three_of_a_rank"} if ranks[0] == ranks[2] else set()
    if flush:
        names.add("flush")
    if straight:
        names.add("straight")
    if flush and straight:
        names.add("straight_flush")
    return names


def factors(state: HandState) -> Factors:
    """The parts of the common multiplier M as they stand now."""
    rules = state.ruleset
    spring = spring_kind(state)
    return Factors(
        initial=state.stakes.initial,
        call=rules.call_factor
        if state.auction.caller is not None and not state.auction.blind
        else 1,
        show=max((s.factor for s in state.shows), default=1),
        robs=1 << len(state.auction.robbers),
        blind=rules.blind_factor if state.auction.blind else 1,
        raises=state.raising.factor,
        bottom=state.bottom_factor,
        bombs=bomb_factor(rules.bomb_scoring, state.bombs),
        rocket=rules.rocket_factor if state.rockets else 1,
        spring={None: 1, "spring": rules.spring_factor, "anti_spring": rules.anti_spring_factor}[
            spring
        ],
        task=2 if task_done(state) else 1,
    )


def multiplier(state: HandState) -> int:
    """M, not above `max_multiplier` (G-MUL-4)."""
    return limited(state.ruleset, factors(state).product())


def limited(rules: Ruleset, multiplier: int) -> int:
    """A multiplier, not above `max_multiplier` (G-MUL-4)."""
    return multiplier if rules.max_multiplier is None else min(multiplier, rules.max_multiplier)


def pair_doubling(state: HandState) -> tuple[int, int]:
    """R-DBL-2, R-DBL-4: for P1 and P2, the landlord's 2 or 1 times his own 2 or 1."""
    if state.landlord is None:
        return (1, 1)
    own = 2 if state.doubles[state.landlord] else 1
    p1, p2 = state.peasants
    return (own * (2 if state.doubles[p1] else 1), own * (2 if state.doubles[p2] else 1))


def pair_factors(state: HandState) -> tuple[int, int]:
    """For P1 and P2: individual doublings times, under `per_peasant`, the raises of the pair."""
    d1, d2 = pair_doubling(state)
    r1, r2 = state.raising.pairs
    return (d1 * r1, d2 * r2)


def pair_factors_by_seat(state: HandState) -> tuple[int, int, int]:
    """The same by seat; the landlord's own entry is 1."""
    by_seat = [1, 1, 1]
    if state.landlord is not None:
        for seat, factor in zip(state.peasants, pair_factors(state), strict=True):
            by_seat[seat] = factor
    return (by_seat[0], by_seat[1], by_seat[2])


def natural_bombs(hands: tuple[tuple[Card, ...], ...]) -> tuple[int, int]:
    """How many bombs of four natural cards, and how many rockets, some hands hold."""
    packed = [pack(h) for h in hands]
    return (
        sum(at_least(p, 4).bit_count() for p in packed),
        sum(contains(p, ROCKET) for p in packed),
    )


def escape_multiplier(state: HandState, hands: tuple[tuple[Card, ...], ...] | None = None) -> int:
    """b of G-ESC-3: shows, robs, blind, raises, and every bomb of the hand, played or not.

    Natural bombs and rockets are counted in `hands`, by default the dealt ones (the bottom in the
    landlord's once taken); soft bombs as played. Under `per_peasant` the higher pair counts, for a
    peasant who escapes his own.
    """
    parts = factors(state)
    bombs, rockets = natural_bombs(dealt_hands(state) if hands is None else hands)
    return prod(
        (
            parts.call,
            parts.show,
            parts.robs,
            parts.blind,
            parts.raises,
            escape_pair_raise(state),
            parts.bottom,
            bomb_factor(state.ruleset.bomb_scoring, bombs + state.soft_bombs),
            state.ruleset.rocket_factor**rockets,
        )
    )


def escape_pair_raise(state: HandState) -> int:
    """The raise of a pair for an escape under `per_peasant`: his own, else the higher."""
    if state.landlord is None or state.escaped not in state.peasants:
        return max(state.raising.pairs)
    return state.raising.pairs[state.peasants.index(state.escaped)]


def dealt_hands(state: HandState) -> tuple[tuple[Card, ...], ...]:
    """The three hands as dealt, the bottom in the landlord's once he has taken it; empty before
    the deal.
    """
    if state.deal is None:
        return ()
    return tuple(
        hand + state.deal.bottom if seat == state.landlord else hand
        for seat, hand in enumerate(state.deal.hands)
    )
