"""What the host and the operator may do to a cup: begin it, hold it up, say something, end it."""

from collections.abc import Callable
from typing import Any

from dizhu.rules.errors import RuleViolation
from dizhu.tournament.commands import Cancel, Pause, Resume, Say, StartNow
from dizhu.tournament.errors import CupCode
from dizhu.tournament.events import Events, Paused, Resumed, Said
from dizhu.tournament.follow import begin, cancelled, may_begin
from dizhu.tournament.state import Cup, Phase


def _start_now(cup: Cup, command: StartNow, now: int) -> Events:
    _check_host(cup, command.by)
    if cup.phase is not Phase.REGISTERING:
        return ()
    if not may_begin(cup):
        raise RuleViolation(CupCode.TOO_FEW)
    return begin(cup, now)


def _check_host(cup: Cup, by: str | None) -> None:
    if by is not None and by != cup.host:
        raise RuleViolation(CupCode.NOT_HOST)


def _pause(cup: Cup, _command: Pause, now: int) -> Events:
    _check_not_over(cup)
    return () if cup.paused_at is not None else (Paused(now),)


def _resume(cup: Cup, _command: Resume, now: int) -> Events:
    _check_not_over(cup)
    return () if cup.paused_at is None else (Resumed(max(0, now - cup.paused_at), now),)


def _say(cup: Cup, command: Say, now: int) -> Events:
    _check_not_over(cup)
    last, by, words = cup.said, command.by, command.text
    if last is not None and (last.by, last.command, last.text) == (by, command.command, words):
        return ()
    return (Said(words, by, command.command, now),)


def _cancel(cup: Cup, command: Cancel, now: int) -> Events:
    _check_host(cup, command.by)
    if cup.phase is Phase.CANCELLED:
        return ()
    _check_not_over(cup)
    return (cancelled(cup, command.reason, now),)


def _check_not_over(cup: Cup) -> None:
    if cup.over:
        raise RuleViolation(CupCode.OVER)


HOST_DECIDERS: dict[type, Callable[[Cup, Any, int], Events]] = {
    StartNow: _start_now,
    Pause: _pause,
    Resume: _resume,
    Say: _say,
    Cancel: _cancel,
}
