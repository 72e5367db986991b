"""The answers that an engine has, and whether one that it gave is among them."""

from collections.abc import Iterable, Iterator
from itertools import islice

from dizhu.bots.answers import asked_for, plain_action
from dizhu.bots.pick import play_of
from dizhu.engines.protocol import WAIT
from dizhu.rules.actions import Action, Play, Show
from dizhu.rules.cards import pack
from dizhu.rules.errors import Code, NotationError, RuleViolation
from dizhu.rules.notation import action_text, parse_action
from dizhu.rules.patterns import Patterns, WildPatterns, patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.plays import Move
from dizhu.rules.view import Observation

MOST = 2_000
"""So many answers are listed at most."""


class IllegalAnswer(Exception):
    """An answer that the rules refuse: `code` as in docs/rules.md, or "notation"."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


def legal_answers(seen: Observation) -> tuple[tuple[str, ...], bool]:
    """The answers to a question, and whether these are all."""
    answers = [WAIT] if _may_wait(seen) else []
    said = (o for o in asked_for(seen) if o.type != "play")
    answers.extend(action_text(plain_action(option)) for option in said)
    if all(o.type != "play" for o in seen.options):
        return tuple(answers), True
    plays = list(islice(_plays(seen), MOST + 1))
    return (*answers, *plays[:MOST]), len(plays) <= MOST


def _plays(seen: Observation) -> Iterator[str]:
    held = _held(seen)
    patterns = patterns_for(seen.ruleset, seen.wild)
    for move in _moves(patterns, seen):
        yield action_text(play_of(held, move, patterns))


def _moves(patterns: Patterns, seen: Observation) -> Iterable[Move]:
    hand, to_beat = pack(_held(seen)), None if seen.to_beat is None else seen.to_beat.combo
    if not isinstance(patterns, WildPatterns):
        return patterns.moves(hand, to_beat)
    return patterns.each_lead(hand) if to_beat is None else patterns.each_follow(hand, to_beat)


def checked_answer(seen: Observation, text: str) -> Action | None:
    """The action of an answer, None for waiting. Raises IllegalAnswer."""
    if text == WAIT:
        if not _may_wait(seen):
            raise IllegalAnswer("not_allowed", "the seat is asked and may not wait")
        return None
    try:
        action = parse_action(text)
    except NotationError as error:
        raise IllegalAnswer("notation", str(error)) from error
    check_action(seen, action)
    return action


def check_action(seen: Observation, action: Action) -> None:
    """Raise IllegalAnswer unless the action is an answer to the question."""
    if isinstance(action, Play) and any(o.type == "play" for o in seen.options):
        _check_play(seen, action)
    elif not any(_is(option.type, option.stage, action) for option in asked_for(seen)):
        message = f"{action_text(action)!r} is no answer to this question"
        raise IllegalAnswer(Code.NOT_ALLOWED, message)


def _is(kind: str, stage: str | None, action: Action) -> bool:
    return kind == action.type and (not isinstance(action, Show) or action.stage == stage)


def _check_play(seen: Observation, play: Play) -> None:
    held = set(_held(seen))
    if len(set(play.cards)) != len(play.cards) or not set(play.cards) <= held:
        raise IllegalAnswer(Code.NOT_IN_HAND, action_text(play))
    to_beat = None if seen.to_beat is None else seen.to_beat.combo
    try:
        choose_reading(patterns_for(seen.ruleset, seen.wild), play.cards, to_beat, play.declare)
    except RuleViolation as refusal:
        raise IllegalAnswer(str(refusal.code), action_text(play)) from refusal


def _held(seen: Observation) -> tuple[int, ...]:
    assert seen.viewer is not None, "a watcher is asked nothing"
    return seen.cards[seen.viewer] or ()


def _may_wait(seen: Observation) -> bool:
    return seen.viewer not in seen.asked
