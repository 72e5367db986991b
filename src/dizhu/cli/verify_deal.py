"""`dizhu verify-deal`: make the deals of a finished hand again from its seeds, and compare.

FILE or address: what `/api/hands/ID` answers (the page of a replay offers it as "proof"); a link
to a replay (`.../r/ID`) will do as well, and - reads standard input.
"""

import argparse
import gzip
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dizhu.rules.actions import Deal
from dizhu.rules.fairness import are_client_seeds, commitment, deal_seed
from dizhu.rules.notation import cards_text
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.shuffle import deal

MOST_BYTES = 4_000_000
SECONDS = 20


class Unreadable(Exception):
    """This is no proof of a deal."""


def add_parser(subparsers: Any) -> None:
    """Add `verify-deal`."""
    parser = subparsers.add_parser(
        "verify-deal", help="check the deal of a finished hand", description=__doc__
    )
    parser.add_argument("source", metavar="FILE", help="a file, an address, or -")


def run(args: argparse.Namespace) -> int:
    """0 when the deals follow from the seeds; 1 after saying what does not."""
    try:
        proof = proof_of(json.loads(_text(args.source)))
        wrong = faults(proof)
    except (OSError, ValueError, Unreadable) as error:
        print(f"dizhu verify-deal: {args.source}: {error}", file=sys.stderr)
        return 1
    for fault in wrong:
        print(fault)
    if not wrong:
        print(f"table {proof['table']}, hand {proof['hand_no']}: the deal follows from its seeds")
        for seat, seed in enumerate(proof["client_seeds"] or ()):
            print(f"  seat {seat} gave {seed or 'nothing'}")
    return 1 if wrong else 0


def _text(source: str) -> str:
    if source == "-":
        return sys.stdin.read()
    if not source.startswith(("http://", "https://")):
        return Path(source).read_text("utf-8")
    parts = urlsplit(source)
    if parts.path.startswith("/r/"):
        parts = parts._replace(path=f"/api/hands/{parts.path.removeprefix('/r/')}")
    with urllib.request.urlopen(parts.geturl(), timeout=SECONDS) as response:  # noqa: S310
        body = response.read(MOST_BYTES)
        packed = response.headers.get("Content-Encoding") == "gzip"
    return str((gzip.decompress(body) if packed else body).decode())


def proof_of(value: Any) -> dict[str, Any]:
    """The proof in an answer, or itself. Raises Unreadable."""
    found = value.get("proof", value) if isinstance(value, dict) else None
    needed = {"table", "hand_no", "hash", "seed", "client_seeds", "rules", "deals"}
    if not isinstance(found, dict) or not needed <= set(found):
        raise Unreadable("this is no proof of a deal")
    return found


def faults(proof: dict[str, Any]) -> list[str]:
    """What is not as it was promised. Raises Unreadable, ValueError."""
    try:
        return _faults(proof)
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"this proof of a deal is damaged: {error}") from error


def _faults(proof: dict[str, Any]) -> list[str]:
    seed, given = bytes.fromhex(proof["seed"]), proof["client_seeds"]
    if given is not None and not are_client_seeds(tuple(given)):
        raise Unreadable("there must be a seed for each seat")
    found = []
    if commitment(seed) != proof["hash"]:
        found.append("the seed is not the one whose hash was published")
    seeds = None if given is None else (given[0], given[1], given[2])
    mixed = deal_seed(seed, seeds, proof["table"], proof["hand_no"])
    rules = _rules(proof["rules"])
    for number, dealt in enumerate(proof["deals"], 1):
        again = deal(mixed, number, rules, dealt["previous_first"])
        found += [f"deal {number}: {fault}" for fault in _unlike(_deal(dealt), again)]
    return found


def _rules(rules: dict[str, Any]) -> Ruleset:
    """Whether cards come face down is nothing to the deal, and goes with other rules."""
    order = rules["deal_order"]
    options = {
        "deal_order": "random" if order == "hidden" else order,
        "first_bidder": rules["first_bidder"],
        "wild_enabled": rules["wild"],
        "tasks": tuple(rules["tasks"]),
    }
    return Ruleset().with_options(options)


def _deal(dealt: dict[str, Any]) -> Deal:
    one, two, three = (tuple(cards) for cards in dealt["hands"])
    return Deal(
        hands=(one, two, three),
        bottom=tuple(dealt["bottom"]),
        first=dealt["first"],
        wild=dealt["wild"],
        turned=dealt["turned"],
        task=dealt["task"],
    )


def _unlike(dealt: Deal, again: Deal) -> list[str]:
    pairs = [(f"seat {s}", dealt.hands[s], again.hands[s]) for s in range(3)]
    pairs.append(("bottom", dealt.bottom, again.bottom))
    wrong = [
        f"{name} got {cards_text(got)}, not {cards_text(due)}"
        for name, got, due in pairs
        if got != due
    ]
    rest = (dealt.first, dealt.wild, dealt.turned, dealt.task)
    due = (again.first, again.wild, again.turned, again.task)
    if rest != due:
        wrong.append(f"first bidder, wild, turned card, task: {rest}, not {due}")
    return wrong
