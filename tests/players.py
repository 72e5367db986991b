"""Players for tests: they need no bots, only what a seat may know."""

import random
from collections.abc import Sequence

from dizhu.rules.actions import (
    Action,
    Autoplay,
    Blind,
    Call,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
)
from dizhu.rules.cards import pack, pick
from dizhu.rules.legal import Option
from dizhu.rules.patterns import patterns_for
from dizhu.rules.plays import Move
from dizhu.rules.view import Observation

_PLAIN: dict[str, Action] = {
    "ready": Ready(),
    "call": Call(),
    "blind": Blind(),
    "look": Look(),
    "rob": Rob(),
    "raise": Raise(),
    "double": Double(),
    "no_double": NoDouble(),
    "pass": Pass(),
    "escape": Escape(),
}


def moves_of(seen: Observation) -> Sequence[Move]:
    """What the viewer could play."""
    assert seen.viewer is not None
    held = seen.cards[seen.viewer]
    assert held is not None
    to_beat = seen.to_beat.combo if seen.to_beat else None
    return patterns_for(seen.ruleset, seen.wild).moves(pack(held), to_beat)


class RandomPlayer:
    """Does anything that is allowed, now and then even autoplay or an escape; likes long plays so
    that hands end.
    """

    def __init__(self, seed: object, *, escapes: float = 0.0, autoplay: float = 0.0) -> None:
        self._random = random.Random(str(seed))
        self._rare = {"escape": escapes, "autoplay": autoplay}

    def act(self, seen: Observation) -> Action:
        """An action that the rules allow."""
        options = [o for o in seen.options if self._random.random() < self._rare.get(o.type, 1.0)]
        moves = moves_of(seen) if any(o.type == "play" for o in options) else ()
        if not moves:
            options = [o for o in options if o.type != "play"]
        return self._action(seen, self._random.choice(options), moves)

    def act_or_wait(self, seen: Observation) -> Action | None:
        """The same, when nothing need be said: while the cards are dealt it mostly waits."""
        if seen.viewer in seen.asked:
            return self.act(seen)
        shows = any(option.type == "show" for option in seen.options)
        return Show("deal") if shows and self._random.random() < 0.05 else None

    def _action(self, seen: Observation, option: Option, moves: Sequence[Move]) -> Action:
        assert seen.viewer is not None
        if option.type == "show":
            return Show(option.stage or "")
        if option.type == "autoplay":
            return Autoplay(not seen.autoplay[seen.viewer])
        if option.type == "play":
            held = seen.cards[seen.viewer]
            assert held is not None
            few = self._random.sample(moves, min(3, len(moves)))
            return Play(pick(held, max(few, key=lambda m: m.combo.size).cards))
        return _PLAIN[option.type]
