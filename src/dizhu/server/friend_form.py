"""The form on which a room of friends is made, as the HTTP interface tells it. The client's types
are generated from this file, too.
"""

import msgspec

from dizhu.server.protocol import OptionValue

# --- the form of a room of friends (HTTP) ---


class OptionForm(msgspec.Struct, frozen=True):
    """A field of a ruleset as it may be chosen (`dizhu.rules.options.Option`). Its words are the
    client's: `option.{name}`, `option.{name}.{choice}`, `option_group.{group}`.
    """

    name: str
    group: str
    kind: str
    choices: tuple[str, ...]
    low: int | None
    high: int | None
    optional: bool


class RulesetForm(msgspec.Struct, frozen=True):
    """A preset, with what its options are unless something else is chosen."""

    ruleset: str
    defaults: dict[str, OptionValue]


class Limits(msgspec.Struct, frozen=True):
    """The least and the most of a number."""

    low: int
    high: int


class FriendForm(msgspec.Struct, frozen=True):
    """Everything that may be chosen for a room of friends."""

    rulesets: tuple[RulesetForm, ...]
    options: tuple[OptionForm, ...]
    hands: Limits
    base: Limits
    start_score: Limits
