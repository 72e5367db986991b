"""A bot written for Botzone at our tables: a process for each move, or one that is kept running."""

import json
from reprlib import repr as shown
from time import monotonic
from typing import Any

from dizhu.app.thinking import safe_action
from dizhu.engines import protocol as p
from dizhu.engines.botzone import KEEP_RUNNING, MOST_BID
from dizhu.engines.botzone.writing import bid_request, conversation
from dizhu.engines.legal import IllegalAnswer, check_action
from dizhu.engines.process import EngineFault, Program, Programs
from dizhu.rules.actions import Action, Call, Pass, Play, Rob
from dizhu.rules.cards import DECK
from dizhu.rules.view import Observation

RULESETS = ("botzone", "play-only", "qq-classic", "qq-menzhua", "jj-happy", "jj-match")
"""All without wild cards, which are unknown there. `botzone` has the patterns of that game."""
_LINES = 200
_SHOWN = 200


class BotzoneSession:
    """Questions to one bot. Bids are conversations of their own; what Botzone does not have (shows,
    raises, doubling, blind calls) is declined for it. With `keep` its input stays open.
    """

    def __init__(self, command: str, *, keep: bool = False) -> None:
        self.command = command
        self._keep = keep
        self._programs = Programs(command)
        self._program: Program | None = None
        self._known = ("", 0)

    def rulesets(self, seconds: float = 0.0) -> tuple[str, ...]:  # noqa: ARG002 - known already
        """The rulesets it plays, by name."""
        return RULESETS

    def act(self, name: str, seen: Observation, seconds: float) -> Action | None:
        """What it does in a hand; None for waiting. Raises EngineFault."""
        try:
            if seen.phase == "play" and any(o.type == "play" for o in seen.options):
                return self._play(name, seen, seconds)
            if seen.phase in ("call", "rob") and any(
                o.type in ("call", "rob") for o in seen.options
            ):
                return self._bid(seen, seconds)
        except EngineFault:
            self.kill()
            raise
        return safe_action(seen) if seen.viewer in seen.asked else None

    def _bid(self, seen: Observation, seconds: float) -> Action:
        request = bid_request(seen)
        bid = self._ask({"requests": [request], "responses": []}, seconds)
        self.kill()  # the play is another conversation
        most = max(request["bid"], default=0)
        if type(bid) is not int or not (bid == 0 or most < bid <= MOST_BID):
            raise EngineFault(
                "illegal", f"{self.command}: after {request['bid']} it bids {shown(bid)}"
            )
        if bid == 0:
            return Pass()
        return Call() if seen.phase == "call" else Rob()

    def _play(self, name: str, seen: Observation, seconds: float) -> Action:
        talk = conversation(seen)
        so_far = len(talk["requests"])
        if self._program is not None and self._known == (name, so_far - 1):
            cards = self._ask(talk["requests"][-1], seconds)
        else:
            self.kill()
            cards = self._ask(talk, seconds)
        self._known = (name, so_far)
        if not isinstance(cards, list) or any(type(c) is not int or c not in DECK for c in cards):
            raise EngineFault("illegal", f"{self.command}: it plays {shown(cards)}")
        action = Play(tuple(cards)) if cards else Pass()
        try:
            check_action(seen, action)
        except IllegalAnswer as illegal:
            raise EngineFault("illegal", f"{self.command}: {illegal}") from illegal
        return action

    def _ask(self, message: Any, seconds: float) -> Any:
        """Its response. The process is over afterwards, unless it asked to be kept."""
        until = monotonic() + seconds
        if self._program is None:
            self._program = self._programs.start()
        program = self._program
        program.send(json.dumps(message, separators=(",", ":")).encode() + b"\n", seconds)
        if not self._keep:
            program.close_input()
        response = _response(program, until)
        if not self._keep or not _asks_to_stay(program, until):
            self.kill()
        return response

    def end_hand(self, end: p.EndHand) -> None:  # noqa: ARG002 - nobody tells it there either
        """Each hand is a match of its own."""
        self.kill()

    def quit(self) -> None:
        """End it."""
        self.kill()

    def stop(self) -> None:
        """End it for good, from any thread: who waits for its answer hears of a fault."""
        self._programs.stop()

    def kill(self) -> None:
        """End it at once."""
        if self._program is not None:
            self._program.kill()
        self._program, self._known = None, ("", 0)


def _response(program: Program, until: float) -> Any:
    line = _full_line(program, until)
    try:
        return json.loads(line)["response"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        shown = line[:_SHOWN].decode(errors="replace")
        raise program.fault("garbage", f"{shown!r} is no response: {error!r}") from error


def _asks_to_stay(program: Program, until: float) -> bool:
    try:
        return _full_line(program, until).strip() == KEEP_RUNNING.encode()
    except EngineFault as fault:
        if fault.kind == "crash":
            return False
        raise


def _full_line(program: Program, until: float) -> bytes:
    """The next line with anything on it."""
    for _ in range(_LINES):
        line = program.read_line(until - monotonic())
        if line.strip():
            return line
    raise program.fault("garbage", "empty lines without end")
