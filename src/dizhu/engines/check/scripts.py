"""Scripted players: each brings out what chance seldom does."""

from collections.abc import Callable

from dizhu.bots.answers import asked_for, option, plain_action
from dizhu.bots.pick import play_of
from dizhu.rules.actions import Action, Call, NoDouble, Pass, Rob
from dizhu.rules.cards import pack
from dizhu.rules.combos import Kind
from dizhu.rules.patterns import patterns_for
from dizhu.rules.plays import Move
from dizhu.rules.view import Observation

_PREFERRED: tuple[Action, ...] = (Pass(), NoDouble())


def passes(seen: Observation) -> Action | None:
    """Declines and passes whatever it can; the engine leads again and again."""
    return _calm(seen) if option(seen, "play") is None else _played(seen, _lowest, passing=True)


def follows(seen: Observation) -> Action | None:
    """Always beats if it can, with the lowest; the engine follows again and again."""
    return _calm(seen) if option(seen, "play") is None else _played(seen, _lowest)


def bombs(seen: Observation) -> Action | None:
    """Calls, robs, and plays bombs before all else, then the longest."""
    for action in (Call(), Rob()):
        if option(seen, action.type):
            return action
    return _calm(seen) if option(seen, "play") is None else _played(seen, _bombs_first)


def _lowest(move: Move) -> tuple[int, ...]:
    return (move.combo.kind <= Kind.BOMB, move.combo.main, move.combo.size)


def _bombs_first(move: Move) -> tuple[int, ...]:
    return (move.combo.kind > Kind.BOMB, -move.combo.size, move.combo.main)


def _played(
    seen: Observation, key: Callable[[Move], tuple[int, ...]], *, passing: bool = False
) -> Action:
    assert seen.viewer is not None, "somebody plays"
    held, to_beat = seen.cards[seen.viewer] or (), seen.to_beat
    if passing and to_beat is not None:
        return Pass()
    patterns = patterns_for(seen.ruleset, seen.wild)
    moves = patterns.moves(pack(held), None if to_beat is None else to_beat.combo)
    return play_of(held, min(moves, key=key), patterns) if moves else Pass()


def _calm(seen: Observation) -> Action | None:
    """Declines what is asked; waits where it may."""
    if seen.viewer not in seen.asked:
        return None
    options = asked_for(seen)
    for action in _PREFERRED:
        if any(o.type == action.type for o in options):
            return action
    return plain_action(options[0])


SCRIPTS: dict[str, Callable[[Observation], Action | None]] = {
    "passes": passes,
    "follows": follows,
    "bombs": bombs,
}
