"""The sheet of rules that a player is shown, made from the ruleset and the stakes he plays under:
what is written cannot differ from what is played. Patterns are read off the table of shapes; the
words are in `sheet_words`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dizhu.rules.combos import SHAPES, Kind, Shape
from dizhu.rules.ruleset import STRICT_PATTERNS, Ruleset, Stakes
from dizhu.rules.sheet_words import EXAMPLES, WORDS

LANGUAGES = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the sheet. `id` is the same in every language."""

    id: str
    heading: str
    lines: tuple[str, ...]


def rule_sheet(rules: Ruleset, stakes: Stakes, language: str = "zh") -> tuple[Section, ...]:
    """The sheet in "zh" or "en". A part that the ruleset has not is left out."""
    write = _Writer(LANGUAGES.index(language))
    sections = (
        Section(name, write(say(f"heading.{name}")), tuple(map(write, part(rules, stakes))))
        for name, part in _PARTS.items()
    )
    return tuple(section for section in sections if section.lines)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a part of one, in no language yet."""

    key: str
    values: dict[str, "Value"]


Value = str | int | Said | tuple[Said, ...]


def say(key: str, **values: Value) -> Said:
    """The words of a key, with these values in them."""
    return Said(key, values)


class _Writer:
    """Puts what is said into words."""

    def __init__(self, language: int) -> None:
        self._language = language

    def __call__(self, said: Said) -> str:
        values = {name: self._value(value) for name, value in said.values.items()}
        return WORDS[said.key][self._language].format(**values)

    def _value(self, value: Value) -> str:
        if isinstance(value, Said):
            return self(value)
        if isinstance(value, tuple):
            return ("，", ", ")[self._language].join(map(self, value))
        return str(value)


Lines = Iterator[Said]


def _deal(rules: Ruleset, _stakes: Stakes) -> Lines:
    yield say("deal.cards")
    yield say(f"deal.{rules.deal_order}")
    yield say("deal.step", step=f"{rules.deal_step_ms / 1000:g}")
    yield say(f"first.{rules.first_bidder}")


def _call(rules: Ruleset, _stakes: Stakes) -> Lines:
    yield from _blind(rules) if rules.bid_mode == "blind" else _rob(rules)
    if rules.call_factor > 1:
        yield say("call.factor", n=rules.call_factor)
    yield from _nobody_calls(rules)
    yield say("call.bottom")


def _blind(rules: Ruleset) -> Lines:
    yield say("call.blind", n=rules.blind_factor)
    if rules.blind_who == "first_only":
        yield say("call.first_only")
    yield say("call.look")


def _rob(rules: Ruleset) -> Lines:
    yield say("call.turns")
    yield say("call.rob")
    yield say("call.last_chance" if rules.caller_last_chance else "call.no_last_chance")


def _nobody_calls(rules: Ruleset) -> Lines:
    if rules.all_pass == "forced_score":
        yield say("call.forced_score", n=-rules.forced_score)
    elif rules.max_redeals is None:
        yield say("call.redeal")
    else:
        yield say("call.max_redeals", n=rules.max_redeals)
    if rules.early_show and rules.show_effect == "calls_first":
        shower = rules.all_pass_after_show == "first_shower"
        yield say("call.first_shower" if shower else "call.same_after_show")


def _raises(rules: Ruleset, _stakes: Stakes) -> Lines:
    if rules.raises:
        yield say("raises.steps", n=rules.raise_factor)
        yield say(f"raises.{rules.raise_scope}")


def _show(rules: Ruleset, _stakes: Stakes) -> Lines:
    if rules.show_start is not None:
        yield say("show.start", n=rules.show_start)
    low = 1
    for high, factor in rules.show_deal_table:
        yield say("show.deal", low=low, high=high, n=factor)
        low = high + 1
    if rules.show_bottom is not None:
        only = rules.show_bottom_if_none and rules.early_show
        yield say("show.bottom_if_none" if only else "show.bottom", n=rules.show_bottom)
    if rules.early_show:
        yield say(f"show.{rules.show_effect}")
    if rules.early_show or rules.show_bottom is not None:
        yield say("show.once")


def _double(rules: Ruleset, stakes: Stakes) -> Lines:
    if rules.doubling:
        yield say("double.choice")
        if stakes.double_threshold is not None:
            yield say("double.threshold", n=stakes.double_threshold, unit=_unit(rules))


def _play(_rules: Ruleset, _stakes: Stakes) -> Lines:
    yield say("play.turns")
    yield say("play.end")


def _patterns(rules: Ruleset, _stakes: Stakes) -> Lines:
    yield _pattern(Kind.ROCKET, say("pattern.rocket"))
    for shape in SHAPES:
        yield _pattern(shape.kind, _described(shape))
    for switch in STRICT_PATTERNS:
        yield say(f"pattern.{switch}" if getattr(rules, switch) else f"pattern.no_{switch}")
    yield say("pattern.never")
    yield say("pattern.beats")
    yield say("pattern.ranks")


def _pattern(kind: Kind, what: Said) -> Said:
    example = say("pattern.example", cards=EXAMPLES[kind]) if kind in EXAMPLES else ""
    return say("pattern.line", kind=say(f"kind.{kind.code}"), what=what, example=example)


def _described(shape: Shape) -> Said:
    if not shape.wing:
        return _body(shape)
    if shape.max_length > 1:
        key = "pattern.winged_chain"
    else:
        key = "pattern.winged_one" if shape.wings == 1 else "pattern.winged_two"
    return say(key, body=_body(shape), wing=say(f"group.{shape.wing}"))


def _body(shape: Shape) -> Said:
    if shape.max_length > 1:
        group = say(f"group.{shape.per}")
        return say("pattern.chain", low=shape.min_length, high=shape.max_length, group=group)
    return say("pattern.any") if shape.per == 1 else say("pattern.group", n=shape.per)


def _wilds(rules: Ruleset, _stakes: Stakes) -> Lines:
    if rules.wild_enabled:
        yield say("wild.drawn")
        yield say("wild.alone")
        yield say("wild.group_natural" if rules.wild_group_natural else "wild.group_any")
        yield say("wild.bombs")
        yield say(f"wild.order_{rules.bomb_order}")


def _multiplier(rules: Ruleset, stakes: Stakes) -> Lines:
    yield say("mul.initial", n=stakes.initial)
    yield say(f"mul.bombs_{rules.bomb_scoring}")
    yield say("mul.rocket", n=rules.rocket_factor)
    yield say("mul.spring", n=rules.spring_factor)
    yield say("mul.anti_spring", n=rules.anti_spring_factor)
    if rules.bottom_factors:
        rows = (say("mul.row", name=say(f"bottom.{b}"), n=n) for b, n in rules.bottom_factors)
        yield say("mul.bottom", rows=tuple(rows))
    if rules.tasks:
        yield say("mul.tasks", rows=tuple(say(f"task.{task}") for task in rules.tasks))
    if rules.max_multiplier is not None:
        yield say("mul.max", n=rules.max_multiplier)


def _settlement(rules: Ruleset, stakes: Stakes) -> Lines:
    unit = _unit(rules)
    yield say("set.pairs", base=stakes.base, coefficient=stakes.coefficient, unit=unit)
    yield say(f"set.{rules.loser_cap}", unit=unit)
    if rules.loser_cap != "minimise" and rules.winner_cap != "none":
        yield say(f"set.winner_{rules.winner_cap}", unit=unit)
    if stakes.fee:
        yield say(f"set.fee_{rules.fee_order}", n=stakes.fee, unit=unit)
    if rules.platform_fee:
        yield say("set.platform_fee", n=rules.platform_fee)
    if rules.unit == "beans":
        yield say("set.entry", n=stakes.minimum)


def _unit(rules: Ruleset) -> Said:
    return say(f"unit.{rules.unit}")


def _escape(rules: Ruleset, stakes: Stakes) -> Lines:
    """R-ESC-1, R-ESC-2, G-ESC-2: 20 and 10 times the base."""
    if not rules.escape:
        yield say("escape.none")
        return
    yield say("escape.ends")
    each = stakes.base * stakes.initial * stakes.coefficient
    yield say(f"escape.{rules.escape_boundary}", landlord=20 * each, peasant=10 * each)
    if rules.escape_floor == "loss":
        yield say("escape.loss")
    yield say("escape.shares")


def _autoplay(rules: Ruleset, _stakes: Stakes) -> Lines:
    yield say("auto.after", n=rules.autoplay_after)
    yield say("auto.plays")
    yield say(f"auto.{rules.autoplay_scoring}")
    if rules.autoplay_scoring == "jj":
        yield say(f"auto.{rules.autoplay_when}")
        yield say(f"auto.both_{rules.autoplay_both_win}")


def _clocks(rules: Ruleset, _stakes: Stakes) -> Lines:
    if rules.early_show:
        yield say("clock.start", n=rules.seconds_start)
    yield say("clock.call", n=rules.seconds_call)
    if rules.bid_mode == "call_rob":
        yield say("clock.rob", n=rules.seconds_rob)
    if rules.raises:
        yield say("clock.raise", n=rules.seconds_raise)
    if rules.doubling:
        yield say("clock.double", n=rules.seconds_double)
    yield say("clock.first_play", n=rules.seconds_first_play)
    yield say("clock.play", n=rules.seconds_play)


_PARTS: dict[str, Callable[[Ruleset, Stakes], Lines]] = {
    "deal": _deal,
    "call": _call,
    "raises": _raises,
    "show": _show,
    "double": _double,
    "play": _play,
    "patterns": _patterns,
    "wilds": _wilds,
    "multiplier": _multiplier,
    "settlement": _settlement,
    "escape": _escape,
    "autoplay": _autoplay,
    "clocks": _clocks,
}
