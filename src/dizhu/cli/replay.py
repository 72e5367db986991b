"""`dizhu replay FILE`: print a hand from its text record, step by step, with its settlement."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dizhu.ledger import Settlement, settle
from dizhu.rules import scoring
from dizhu.rules.actions import SEATS
from dizhu.rules.errors import NotationError
from dizhu.rules.notation import action_text, cards_text, combo_text, rank_text
from dizhu.rules.record import END_OF_DEAL, Record, Step
from dizhu.rules.record_reader import read
from dizhu.rules.state import HandState


def add_parser(subparsers: Any) -> None:
    """Add `replay`."""
    parser = subparsers.add_parser(
        "replay", help="print a hand from its text record", description=__doc__
    )
    parser.add_argument("file", metavar="FILE", help="a record as text; - reads standard input")


def run(args: argparse.Namespace) -> int:
    """Print the hand; 1 when the file is no record, or breaks a rule."""
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text("utf-8")
        lines = list(told(read(text)))
    except (OSError, NotationError, UnicodeDecodeError) as error:
        print(f"dizhu replay: {args.file}: {error}", file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0


def told(record: Record) -> Iterator[str]:
    """A hand, told for people."""
    stakes = record.stakes
    yield f"{record.ruleset.name}: N={stakes.coefficient} A={stakes.fee} base={stakes.base}"
    yield f"beans: {_by_seat(record.beans)}"
    states = record.states()
    before = next(states)
    for step, after in zip(record.steps, states, strict=True):
        yield from _step(step, before, after)
        before = after
    yield from _end(before)


def _step(step: Step, before: HandState, after: HandState) -> Iterator[str]:
    if step.deal is not None:
        yield f"deal {after.deals}, seat {step.deal.first} begins"
        yield from _cards(after)
        yield f"  bottom: {cards_text(step.deal.bottom)}"
    elif step.to is not None:
        yield "  the deal is over" if step.to == END_OF_DEAL else f"  {step.to} cards are out"
    else:
        assert step.action is not None, "a step is a deal, a number or an action"
        yield f"  {step.seat} {action_text(step.action)}{_outcome(before, after)}"
    yield from _changes(before, after)


def _cards(state: HandState) -> Iterator[str]:
    for seat in SEATS:
        yield f"  {seat}: {cards_text(state.cards[seat])}"


def _outcome(before: HandState, after: HandState) -> str:
    """What was played, and how many cards are left."""
    if len(after.played) == len(before.played):
        return ""
    play = after.played[-1]
    left = len(after.cards[play.seat])
    return f"  = {combo_text(play.combo)}: {cards_text(play.cards)} ({left} left)"


def _changes(before: HandState, after: HandState) -> Iterator[str]:
    if before.landlord is None and after.landlord is not None:
        yield f"  seat {after.landlord} is landlord, x{scoring.multiplier(after)}"
    if before.wild is None and after.wild is not None:
        yield f"  wild: {rank_text(after.wild)}"
    for seat in SEATS:
        if before.autoplay[seat] != after.autoplay[seat]:
            yield f"  seat {seat}: autoplay {'on' if after.autoplay[seat] else 'off'}"


def _end(state: HandState) -> Iterator[str]:
    if not state.over:
        yield "the hand is not over"
        return
    yield f"end: {state.end}, winner: {state.winner or 'nobody'}, x{scoring.multiplier(state)}"
    yield from _cards(state)
    yield from _money(settle(state))


def _money(settlement: Settlement) -> Iterator[str]:
    for pair in settlement.pairs:
        yield f"  seat {pair.peasant}: x{pair.factor}, due {pair.due}, paid {pair.paid}"
    if settlement.escape is not None:
        yield f"  seat {settlement.escape.seat} left: {settlement.escape.penalty}"
    yield f"  fees: {_by_seat(settlement.fees)}"
    yield f"result: {' '.join(f'{d:+}' for d in settlement.delta)}"


def _by_seat(numbers: tuple[int, int, int]) -> str:
    return " ".join(map(str, numbers))
