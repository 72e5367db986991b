"""Area mouse: the client's own module, run by node."""

import json
import shutil
import subprocess
from pathlib import Path

import dizhu
from dizhu.cli.cases.case import Answer, Area, Case, Skipped
from dizhu.cli.cases.setup import cards_of
from dizhu.rules.cards import pack, unpack
from dizhu.rules.notation import rank_text
from dizhu.rules.patterns import patterns_for

MODULE = Path(dizhu.__file__).parent / "client_dist" / "mouse.mjs"
SCRIPT = """
import { readFileSync } from "node:fs";
import { runMouse } from %s;
console.log(JSON.stringify(runMouse(JSON.parse(readFileSync(0, "utf8")))));
"""
SECONDS = 30


def mouse(case: Case) -> Answer:
    """Play the script; whether cards may be played is answered by the rules."""
    node = shutil.which("node")
    if node is None:
        raise Skipped("needs node")
    if not MODULE.exists():
        raise Skipped("needs the built client: make client")
    script = {
        "hand": case.input["hand"],
        "events": case.input["events"],
        "playable": _playable(case),
    }
    done = subprocess.run(  # noqa: S603 - node from the PATH with a script of our own
        [node, "--input-type=module", "--eval", SCRIPT % json.dumps(MODULE.as_uri())],
        input=json.dumps(script),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def _playable(case: Case) -> list[list[str]]:
    """Every set of cards of the hand that may be led, as names."""
    held = pack(cards_of(case.input["hand"]))
    leads = patterns_for(case.ruleset, None).leads(held)
    return [[rank_text(r) for r in unpack(packed)] for packed in {m.cards for m in leads}]


AREAS: dict[str, Area] = {"mouse": mouse}
