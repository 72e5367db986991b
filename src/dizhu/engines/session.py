"""A talk with one engine: started when it is first needed, killed at its first fault."""

from contextlib import suppress
from time import monotonic

from dizhu.engines import protocol as p
from dizhu.engines.legal import IllegalAnswer, checked_answer, legal_answers
from dizhu.engines.process import EngineFault, Program, Programs
from dizhu.engines.views import new_hand, view_of
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation

START_SECONDS = 10.0
_ASIDE = 100
"""So many lines that do not answer the question are passed over."""


class Session:
    """Questions to one engine, one at a time. Every method may raise EngineFault; the engine is
    then dead, and the next question starts another.
    """

    def __init__(self, command: str, host: str = "dizhu") -> None:
        self.command = command
        self._host = host
        self._programs = Programs(command)
        self._program: Program | None = None
        self._welcome: p.Welcome | None = None
        self._hand: p.NewHand | None = None
        self._id = 0

    def start(self, seconds: float = START_SECONDS) -> p.Welcome:
        """Who it is; starts it unless it runs."""
        if self._program is not None and self._welcome is not None:
            return self._welcome
        program = self._program = self._programs.start()
        try:
            program.send(p.encode(p.Hello((p.VERSION,), self._host)), seconds)
            self._welcome = self._hello(program, seconds)
        except EngineFault:
            self.kill()
            raise
        return self._welcome

    def rulesets(self, seconds: float = START_SECONDS) -> tuple[str, ...]:
        """The rulesets it plays, by name."""
        return self.start(seconds).rulesets

    def _hello(self, program: Program, seconds: float) -> p.Welcome:
        message = self._read(program, seconds)
        if not isinstance(message, p.Welcome):
            raise program.fault("garbage", f"it answers hello with {message!r}")
        if message.protocol != p.VERSION:
            raise program.fault("garbage", f"it chose protocol {message.protocol}")
        return message

    def act(self, name: str, seen: Observation, seconds: float) -> Action | None:
        """What the engine does in the hand `name`; None for waiting. Its start is in the time."""
        until = monotonic() + seconds
        self.start(seconds)
        program = self._running()
        self._id += 1
        legal, complete = legal_answers(seen)
        seconds = until - monotonic()
        ask = p.Ask(self._id, name, max(1, int(1000 * seconds)), legal, complete, view_of(seen))
        lines, hand = p.encode(ask), new_hand(name, seen)
        if hand != self._hand:
            lines = p.encode(hand) + lines
        try:
            program.send(lines, seconds)
            self._hand = hand
            return self._answer(program, seen, until, seconds)
        except EngineFault:
            self.kill()
            raise

    def _answer(
        self, program: Program, seen: Observation, until: float, seconds: float
    ) -> Action | None:
        for _ in range(_ASIDE):
            message = self._read(program, until - monotonic(), seconds)
            if isinstance(message, p.Problem):
                raise program.fault("garbage", f"it says: {message.message}")
            if isinstance(message, p.Answer) and message.id == self._id:
                return self._checked(program, seen, message)
        raise program.fault("garbage", "it talks, but does not answer")

    def _checked(self, program: Program, seen: Observation, answer: p.Answer) -> Action | None:
        try:
            return checked_answer(seen, answer.action)
        except IllegalAnswer as illegal:
            told = p.encode(p.Refused(answer.id, illegal.code, str(illegal)))
            with suppress(EngineFault):  # it may have gone; why it is refused stays the reason
                program.send(told, 1.0)
            raise program.fault("illegal", str(illegal)) from illegal

    def _read(self, program: Program, left: float, seconds: float | None = None) -> p.FromEngine:
        try:
            line = program.read_line(left)
        except EngineFault as fault:
            if fault.kind == "timeout" and seconds is not None:
                raise program.fault("timeout", f"no answer within {seconds:.2f} s") from fault
            raise
        try:
            return p.from_engine(line)
        except p.BadLine as error:
            shown = line[:200].decode(errors="replace")
            raise program.fault("garbage", f"{shown!r} is no message: {error}") from error

    def end_hand(self, end: p.EndHand) -> None:
        """Tell it that a hand is over; nothing is told to an engine that does not run."""
        if self._program is None or self._hand is None:
            return
        self._hand = None
        try:
            self._program.send(p.encode(end), START_SECONDS)
        except EngineFault:
            self.kill()
            raise

    def ping(self, seconds: float) -> None:
        """Hear that it lives."""
        self.start()
        program = self._running()
        self._id += 1
        try:
            program.send(p.encode(p.Ping(self._id)), seconds)
            message = self._read(program, seconds)
            if message != p.Pong(self._id):
                raise program.fault("garbage", f"it answers ping with {message!r}")
        except EngineFault:
            self.kill()
            raise

    def quit(self) -> None:
        """Ask it to end, and see to it."""
        if self._program is not None:
            try:
                self._program.send(p.encode(p.Quit()), 1.0)
            except EngineFault:
                pass
            else:
                self._program.end()
        self.kill()

    def stop(self) -> None:
        """End it for good, from any thread: who waits for its answer hears of a fault."""
        self._programs.stop()

    def kill(self) -> None:
        """End it at once."""
        if self._program is not None:
            self._program.kill()
        self._program = self._welcome = self._hand = None

    def _running(self) -> Program:
        assert self._program is not None, "it was started"
        return self._program
