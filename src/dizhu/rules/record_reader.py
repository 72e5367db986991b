"""Reading the text of a hand (`record.write`): strict, and every complaint names the line."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

from dizhu.rules.actions import Deal
from dizhu.rules.errors import NotationError, RuleViolation
from dizhu.rules.hand import apply
from dizhu.rules.notation import parse_action, parse_card, parse_cards, parse_rank
from dizhu.rules.record import END_OF_DEAL, HEADER, STAKES_WORDS, Record, Step, end_lines, events_of
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes
from dizhu.rules.state import new_hand

T = TypeVar("T")
_FIELDS = {f.name: f for f in fields(Ruleset)}


def read(text: str) -> Record:
    """The record of a text. Raises NotationError for a text that is none, that breaks a rule, or
    whose end is not the end that its steps lead to.
    """
    return _Reader(text).record()


class _Reader:
    def __init__(self, text: str) -> None:
        lines = ((n, line.strip()) for n, line in enumerate(text.splitlines(), 1))
        self._lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
        self._at = 0
        self._step_lines: list[int] = []

    def record(self) -> Record:
        if self._line() != HEADER:
            raise self._wrong(f"a hand begins with {HEADER!r}")
        ruleset = self._ruleset()
        stakes = self._stakes(self._after("stakes"))
        beans = self._parsed(_three_numbers, self._after("beans"))
        steps, end = self._steps()
        record = Record(ruleset, stakes, beans, tuple(steps))
        self._check(record, end)
        return record

    def _peek(self) -> str:
        return self._lines[self._at][1] if self._at < len(self._lines) else ""

    def _line(self) -> str:
        line = self._peek()
        self._at += 1
        return line

    def _after(self, word: str) -> str:
        first, _, rest = self._line().partition(" ")
        if first != word:
            raise self._wrong(f"here should stand {word!r}")
        return rest

    def _wrong(self, message: str) -> NotationError:
        return NotationError(f"line {self._number()}: {message}")

    def _number(self) -> int:
        """The number of the line read last."""
        return self._lines[min(self._at, len(self._lines)) - 1][0] if self._lines else 1

    def _parsed(self, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise self._wrong(str(error)) from error

    def _ruleset(self) -> Ruleset:
        name = self._after("ruleset")
        base = self._parsed(_base, name)
        options: dict[str, Any] = {}
        while self._peek().startswith("option "):
            field, _, value = self._after("option").partition(" ")
            if field not in _FIELDS:
                raise self._wrong(f"no option {field!r}")
            options[field] = self._parsed(lambda v, f=field: _option(f, v), value)  # type: ignore[misc]
        try:
            return base.with_options(options)
        except ValueError as error:
            raise self._wrong(str(error)) from error

    def _stakes(self, text: str) -> Stakes:
        numbers: dict[str, int | None] = {}
        for word in text.split():
            short, _, value = word.partition("=")
            if short not in STAKES_WORDS:
                raise self._wrong(f"no stake {short!r}; there are {', '.join(STAKES_WORDS)}")
            numbers[STAKES_WORDS[short]] = None if value == "none" else self._parsed(int, value)
        try:
            return Stakes(**numbers)  # type: ignore[arg-type]
        except ValueError as error:
            raise self._wrong(str(error)) from error

    def _steps(self) -> tuple[list[Step], list[str]]:
        steps: list[Step] = []
        while self._at < len(self._lines) and not self._peek().startswith("end "):
            steps.append(self._step())
            self._step_lines.append(self._number())
        return steps, [line for _, line in self._lines[self._at :]]

    def _step(self) -> Step:
        line = self._line()
        word, _, rest = line.partition(" ")
        if line == "deal ended":
            return Step(to=END_OF_DEAL)
        if word == "deal":
            return Step(deal=self._deal(rest))
        if word == "step":
            return Step(to=self._parsed(_dealt_to, rest))
        if word not in ("0", "1", "2"):
            raise self._wrong("a step is a deal, `step N`, `deal ended`, or a seat and its action")
        return Step(seat=int(word), action=self._parsed(parse_action, rest))

    def _deal(self, text: str) -> Deal:
        words = dict(word.partition("=")[::2] for word in text.split())
        if unknown := set(words) - {"first", "wild", "turned", "task"}:
            raise self._wrong(f"a deal has no {unknown.pop()!r}")
        first = self._parsed(int, words.get("first", ""))
        wild = self._parsed(parse_rank, words["wild"]) if "wild" in words else None
        turned = self._parsed(parse_card, words["turned"]) if "turned" in words else None
        one, two, three = (self._parsed(parse_cards, self._after(f"{s}:")) for s in range(3))
        bottom = self._parsed(parse_cards, self._after("bottom:"))
        return Deal((one, two, three), bottom, first, wild, turned, words.get("task"))

    def _check(self, record: Record, end: list[str]) -> None:
        state = new_hand(record.ruleset, record.stakes, record.beans)
        for number, step in zip(self._step_lines, record.steps, strict=True):
            try:
                state = apply(state, events_of(state, step))
            except (RuleViolation, ValueError) as error:
                raise NotationError(f"line {number}: this step is refused: {error}") from error
        if end != end_lines(state):
            self._at = len(self._lines)
            raise self._wrong(f"the hand ends with {end_lines(state)}, not with {end}")


def _base(name: str) -> Ruleset:
    """The preset that options are changes of."""
    return PRESETS[name].ruleset if name in PRESETS else Ruleset(name=name)


def _dealt_to(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 17:
        raise ValueError("a step deals up to 1..17 cards")
    return number


def _three_numbers(text: str) -> tuple[int, int, int]:
    a, b, c = (int(word) for word in text.split())
    return a, b, c


def _option(field: str, text: str) -> Any:
    """The inverse of `record.option_text`."""
    default = _FIELDS[field].default
    if text == "none" and not isinstance(default, str):
        return None
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(default, tuple):
        return () if text == "empty" else tuple(_row(part) for part in text.split(","))
    return text if isinstance(default, str) else int(text)


def _row(text: str) -> Any:
    parts = [int(p) if p.lstrip("-").isdigit() else p for p in text.split(":")]
    return tuple(parts) if len(parts) > 1 else parts[0]
