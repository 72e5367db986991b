"""Plays hands with bots through the rules, as a table would."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dizhu.bots import Bot
from dizhu.rules import hand, legal
from dizhu.rules.actions import SEATS, Action, Seat
from dizhu.rules.ruleset import Preset, preset
from dizhu.rules.shuffle import deal
from dizhu.rules.state import HandState, Phase, new_hand
from dizhu.rules.view import Observation, observe

Watch = Callable[[Observation, Action | None], None]
RICH = (100_000, 100_000, 100_000)


@dataclass
class Driver:
    """One hand, played to its end; `watch` sees every question and its answer."""

    preset: Preset
    bots: Sequence[Bot]
    seed: bytes
    watch: Watch | None = None
    landlord: Seat | None = None
    actions: list[tuple[Seat, Action]] = field(default_factory=list)

    def play(self) -> HandState:
        """The hand at its end."""
        state = new_hand(self.preset.ruleset, self.preset.stakes, RICH)
        for _ in range(2_000):
            if state.over:
                return state
            state = self._step(state)
        raise AssertionError("the hand does not end")

    def _step(self, state: HandState) -> HandState:
        if state.phase is Phase.AWAIT_DEAL:
            made = deal(self.seed, state.deals + 1, state.ruleset)
            return hand.apply(state, hand.begin_deal(state, made))
        if state.phase is Phase.DEAL:
            return self._deal_step(state)
        for seat in state.asked():
            state = self._ask(state, seat)
        return state

    def _deal_step(self, state: HandState) -> HandState:
        if state.dealt_to == 17:
            return hand.apply(state, hand.end_deal(state))
        state = hand.apply(state, hand.step_deal(state, state.dealt_to + 1))
        for seat in SEATS:
            state = self._ask(state, seat)
        return state

    def _ask(self, state: HandState, seat: Seat) -> HandState:
        if state.phase is not Phase.DEAL and seat not in state.asked():
            return state
        seen = observe(state, seat)
        action = self.bots[seat].act(seen)
        if self.watch is not None:
            self.watch(seen, action)
        if action is None:
            assert state.phase is Phase.DEAL, f"{seen.phase}: an answer is needed"
            return state
        self.actions.append((seat, action))
        return hand.apply(state, hand.decide(state, seat, action))


def seed_of(*parts: object) -> bytes:
    """A seed for the deals, from anything."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).digest()


def play_hand(name: str, bots: Sequence[Bot], number: int, watch: Watch | None = None) -> HandState:
    """One hand of a preset; the number says which deal."""
    return Driver(preset(name), bots, seed_of(name, number), watch).play()


def allowed(state: HandState, seat: Seat, action: Action) -> bool:
    """Whether the rules accept an action of a seat, as far as `legal` can tell."""
    return legal.allowed(state, seat, action)
