"""Rulesets that nobody has thought of: a preset with some of its options drawn by chance."""

import random
from typing import Any

from dizhu.rules.errors import RulesetError
from dizhu.rules.options import Option, options
from dizhu.rules.ruleset import PRESETS, Preset

CHANGES = 12
"""So many options are drawn; those that make no sense with the others are left as they were."""
SMALL = 12
"""Numbers are drawn from the lowest so many: larger ones differ in nothing but size."""
CARDS_DEALT = 17


def variant(seed: str) -> Preset:
    """A valid ruleset with the stakes of the preset that it comes from; the same seed, the same."""
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    base = rng.choice(list(PRESETS.values()))
    ruleset = base.ruleset
    for option in rng.sample([o for o in options() if o.group != "clocks"], CHANGES):
        try:
            ruleset = ruleset.with_options({option.name: _value(option, rng)})
        except RulesetError:
            continue
    return Preset(ruleset, base.stakes)


def _value(option: Option, rng: random.Random) -> Any:
    match option.kind:
        case "switch":
            return rng.random() < 0.5
        case "choice":
            return rng.choice(option.choices)
        case "number":
            return None if option.optional and rng.random() < 0.3 else _number(option, rng)
        case "steps":
            return rng.choice([(), ((CARDS_DEALT, 2),), ((5, 6), (CARDS_DEALT, 2))])
        case "factors":
            return tuple((name, rng.randrange(1, 5)) for name in _some(option, rng))
        case _:
            return tuple(_some(option, rng))


def _number(option: Option, rng: random.Random) -> int:
    assert option.low is not None, "a number has limits"
    assert option.high is not None, "a number has limits"
    return rng.randint(option.low, min(option.high, option.low + SMALL))


def _some(option: Option, rng: random.Random) -> list[str]:
    return rng.sample(option.choices, rng.randrange(len(option.choices) + 1))
