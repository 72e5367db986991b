"""The raises 倒 拉 垒 沃 of 闷抓场 (R-RAISE-1, G-RAISE-1): who is asked, what answers do."""

from dataclasses import replace

from dizhu.rules.actions import Seat
from dizhu.rules.state import Raising

STEPS = ("dao", "la", "lei", "wo")


def peasants_asked(step: int) -> bool:
    """Steps 0 倒 and 2 垒 are the peasants', 1 拉 and 3 沃 the landlord's."""
    return step % 2 == 0


def begin(landlord: Seat, scope: str) -> Raising:
    """Before the first question."""
    return _ask(Raising(), landlord, scope)


def _ask(raising: Raising, landlord: Seat, scope: str) -> Raising:
    """Put the question of the present step."""
    if not peasants_asked(raising.step):
        return replace(raising, to_ask=(landlord,), yes=())
    peasants = ((landlord + 1) % 3, (landlord + 2) % 3)
    inside = [
        p
        for p, within in zip(peasants, raising.inside, strict=True)
        if within or scope != "per_peasant"
    ]
    return replace(raising, to_ask=tuple(inside), yes=())


def answer(
    raising: Raising, landlord: Seat, scope: str, factor: int, seat: Seat, yes: bool
) -> Raising:
    """The raising after an answer; `to_ask` is empty when the raises are over."""
    answers = (*raising.answers, (seat, raising.step, yes))
    said = (*raising.yes, seat) if yes else raising.yes
    rest = raising.to_ask[1:]
    if scope == "side_any" and yes:
        rest = ()
    if scope == "side_all" and not yes:
        rest, said = (), ()
    raising = replace(raising, answers=answers, yes=said, to_ask=rest)
    return raising if rest else _close_step(raising, landlord, scope, factor)


def _close_step(raising: Raising, landlord: Seat, scope: str, factor: int) -> Raising:
    """All of a side have answered: raise, and ask the other side, or end."""
    if scope == "per_peasant":
        raising = _raise_pairs(raising, landlord, factor)
    elif raising.yes:
        raising = replace(raising, factor=raising.factor * factor)
    if not raising.yes or raising.step == len(STEPS) - 1:
        return replace(raising, to_ask=(), yes=())
    return _ask(replace(raising, step=raising.step + 1), landlord, scope)


def _raise_pairs(raising: Raising, landlord: Seat, factor: int) -> Raising:
    """G-RAISE-1 per_peasant: a peasant's yes raises his pair, the landlord's every pair still
    inside.
    """
    peasants = ((landlord + 1) % 3, (landlord + 2) % 3)
    if peasants_asked(raising.step):
        inside = tuple(
            within and p in raising.yes for p, within in zip(peasants, raising.inside, strict=True)
        )
    else:
        inside = tuple(within and bool(raising.yes) for within in raising.inside)
    pairs = tuple(
        f * factor if within else f for f, within in zip(raising.pairs, inside, strict=True)
    )
    return replace(raising, inside=(inside[0], inside[1]), pairs=(pairs[0], pairs[1]))
