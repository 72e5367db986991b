"""One hand, from the deal to the points, between three who are asked in their turn."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dizhu.arena.formats import Format
from dizhu.ledger import settle
from dizhu.rules import hand
from dizhu.rules.actions import SEATS, Action, Seat
from dizhu.rules.errors import RuleViolation
from dizhu.rules.events import DealEnded, LandlordFixed
from dizhu.rules.shuffle import deal
from dizhu.rules.state import HandState, Phase, new_hand, type_3i
from dizhu.rules.view import Observation, observe

Actor = Callable[[Observation], Action | None]
MOST_QUESTIONS = 5_000
"""In one hand: far more than any hand needs."""


class BadAnswer(Exception):
    """A player of our own did what the rules refuse, or nothing where something is asked."""


@dataclass(slots=True)
class Game:
    """A hand to be played. `landlord`: who it is where that is given; `seconds`: by seat, how long
    each answer in the play took.
    """

    format: Format
    seed: bytes
    actors: Sequence[Actor]
    landlord: Seat | None = None
    seconds: tuple[list[float], list[float], list[float]] = field(
        default_factory=lambda: ([], [], [])
    )

    def play(self) -> HandState:
        """The hand at its end. Raises BadAnswer."""
        state = self._opening()
        for _ in range(MOST_QUESTIONS):
            if state.over:
                return state
            state = self._on(state)
        raise BadAnswer("the hand does not end")

    def _opening(self) -> HandState:
        rules = self.format.ruleset
        state = new_hand(rules, self.format.stakes, (0, 0, 0))
        if not self.format.given:
            return state
        assert self.landlord is not None, "the landlord is given"
        dealt = deal(self.seed, 1, rules)
        state = hand.apply(state, hand.begin_deal(state, dealt))
        return hand.apply(state, (DealEnded(), LandlordFixed(self.landlord, dealt.bottom)))

    def _on(self, state: HandState) -> HandState:
        match state.phase:
            case Phase.AWAIT_DEAL:
                dealt = deal(self.seed, state.deals + 1, state.ruleset)
                return hand.apply(state, hand.begin_deal(state, dealt))
            case Phase.DEAL:
                return self._deal_on(state)
            case _:
                for seat in state.asked():
                    state = self._ask(state, seat)
                return state

    def _deal_on(self, state: HandState) -> HandState:
        """One card more for each; nobody is asked where nobody may show."""
        if state.dealt_to == 17:
            return hand.apply(state, hand.end_deal(state))
        if not state.ruleset.show_deal_table:
            return hand.apply(state, hand.step_deal(state, 17))
        state = hand.apply(state, hand.step_deal(state, state.dealt_to + 1))
        for seat in SEATS:
            state = self._ask(state, seat)
        return state

    def _ask(self, state: HandState, seat: Seat) -> HandState:
        asked = seat in state.asked()
        if not asked and state.phase is not Phase.DEAL:
            return state
        seen = observe(state, seat)
        started = time.perf_counter()
        action = self.actors[seat](seen)
        if state.phase is Phase.PLAY:
            self.seconds[seat].append(time.perf_counter() - started)
        if action is None:
            if asked:
                raise BadAnswer(f"seat {seat} has no answer in the phase {seen.phase}")
            return state
        try:
            return hand.apply(state, hand.decide(state, seat, action))
        except RuleViolation as refusal:
            raise BadAnswer(f"seat {seat} was refused {action}: {refusal}") from refusal


def points(state: HandState) -> type_3i:
    """What a hand that is over brings each seat."""
    return settle(state).delta
