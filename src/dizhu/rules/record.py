"""A whole hand as text: what was given and what was done, from which everything else follows.
`record_reader` reads it.

    dizhu hand 1
    ruleset qq-classic
    option winner_cap none
    stakes N=1000 A=50 base=1 initial=1 threshold=5000
    beans 10000 10000 10000
    1 show start
    deal first=0
    0: RJ C2 ... (in the order dealt)
    1: ...
    2: ...
    bottom: SQ S6 C9
    step 8 (every player has been given 8 cards)
    deal ended
    0 call
    1 play H7 S7 as pair 7
    2 timeout
    end out landlord x12 (written for people; checked when read)

Empty lines and lines that begin with `#` say nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from dizhu.rules import hand
from dizhu.rules.actions import Action, Deal, Seat
from dizhu.rules.notation import action_text, card_text, cards_text, rank_text
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes
from dizhu.rules.scoring import multiplier
from dizhu.rules.state import HandState, new_hand

HEADER = "dizhu hand 1"
STAKES_WORDS = {
    "N": "coefficient",
    "A": "fee",
    "base": "base",
    "initial": "initial",
    "threshold": "double_threshold",
    "entry": "entry_min",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record: exactly one of the fields is set. `to` 18 stands for the end of the
    deal.
    """

    deal: Deal | None = None
    to: int | None = None
    seat: Seat | None = None
    action: Action | None = None


END_OF_DEAL = 18


@dataclass(frozen=True, slots=True)
class Record:
    """A hand: its rules, stakes, beans at the start, and every step."""

    ruleset: Ruleset
    stakes: Stakes
    beans: tuple[int, int, int]
    steps: tuple[Step, ...]

    def states(self) -> Iterator[HandState]:
        """The state before the first step and after each. Raises RuleViolation when a step is
        refused.
        """
        state = new_hand(self.ruleset, self.stakes, self.beans)
        yield state
        for step in self.steps:
            state = hand.apply(state, events_of(state, step))
            yield state

    def final(self) -> HandState:
        """The state after the last step."""
        *_, last = self.states()
        return last


def events_of(state: HandState, step: Step) -> hand.Events:
    """What a step makes happen."""
    if step.deal is not None:
        return hand.begin_deal(state, step.deal)
    if step.to is not None:
        return hand.end_deal(state) if step.to == END_OF_DEAL else hand.step_deal(state, step.to)
    assert step.seat is not None, "a step is a deal, a number or an action"
    assert step.action is not None, "a step is a deal, a number or an action"
    return hand.decide(state, step.seat, step.action)


def write(record: Record) -> str:
    """The text of a record."""
    base = PRESETS.get(record.ruleset.name)
    known = base.ruleset if base else Ruleset()
    lines = [HEADER, f"ruleset {record.ruleset.name}"]
    for field in fields(Ruleset):
        value = getattr(record.ruleset, field.name)
        if field.name != "name" and value != getattr(known, field.name):
            lines.append(f"option {field.name} {option_text(value)}")
    numbers = (
        f"{short}={_none(getattr(record.stakes, name))}"
        for short, name in STAKES_WORDS.items()
        if name != "entry_min" or record.stakes.entry_min is not None  # no part of the hand
    )
    lines += [f"stakes {' '.join(numbers)}", f"beans {' '.join(map(str, record.beans))}"]
    for step in record.steps:
        lines += _step_lines(step)
    return "\n".join([*lines, *end_lines(record.final())]) + "\n"


def _none(value: object) -> str:
    return "none" if value is None else str(value)


def option_text(value: object) -> str:
    """An option as a word: `true`, `none`, `5`, `pair`, `8:4,17:3`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return (
            ",".join(":".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)
            or "empty"
        )
    return _none(value)


def _step_lines(step: Step) -> list[str]:
    if step.deal is not None:
        return _deal_lines(step.deal)
    if step.to is not None:
        return ["deal ended" if step.to == END_OF_DEAL else f"step {step.to}"]
    assert step.action is not None, "a step is a deal, a number or an action"
    return [f"{step.seat} {action_text(step.action)}"]


def _deal_lines(deal: Deal) -> list[str]:
    extras = {
        "wild": None if deal.wild is None else rank_text(deal.wild),
        "turned": None if deal.turned is None else card_text(deal.turned),
        "task": deal.task,
    }
    words = [f"deal first={deal.first}", *(f"{k}={v}" for k, v in extras.items() if v is not None)]
    hands = [f"{seat}: {cards_text(cards)}" for seat, cards in enumerate(deal.hands)]
    return [" ".join(words), *hands, f"bottom: {cards_text(deal.bottom)}"]


def end_lines(state: HandState) -> list[str]:
    """How the hand ended: nothing while it goes on."""
    if not state.over:
        return []
    return [f"end {state.end} {_none(state.winner)} x{multiplier(state)}"]
