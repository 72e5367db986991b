"""From what a seat may do to actions."""

from dizhu.rules.actions import (
    Action,
    Blind,
    Call,
    Double,
    Look,
    NoDouble,
    Pass,
    Raise,
    Ready,
    Rob,
    Show,
)
from dizhu.rules.legal import Option
from dizhu.rules.view import Observation

_ACTIONS: dict[str, Action] = {
    a.type: a
    for a in (Ready(), Call(), Rob(), Pass(), Blind(), Look(), Raise(), Double(), NoDouble())
}
_NOT_FOR_BOTS = ("autoplay", "escape")


def asked_for(seen: Observation) -> tuple[Option, ...]:
    """What the seat may do now, apart from escaping and autoplay."""
    return tuple(o for o in seen.options if o.type not in _NOT_FOR_BOTS)


def option(seen: Observation, kind: str) -> Option | None:
    """The option of a type, if there is one."""
    return next((o for o in seen.options if o.type == kind), None)


def plain_action(option: Option) -> Action:
    """The action of an option that is no play."""
    if option.type == "show":
        return Show(option.stage or "")
    return _ACTIONS[option.type]
