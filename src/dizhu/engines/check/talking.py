"""Checks of the talk itself: greeting, pinging, nonsense, ending, starting again."""

from collections.abc import Iterator
from contextlib import contextmanager

from dizhu.arena.formats import FORMATS
from dizhu.engines import protocol as p
from dizhu.engines.check.report import Check, Failed, Subject, need
from dizhu.engines.process import Program
from dizhu.engines.session import START_SECONDS, Session

QUIT_SECONDS = 3.0
NONSENSE = (
    b"\n",
    b"this is no JSON\n",
    b"{\n",
    b"[1, 2, 3]\n",
    b"null\n",
    b'"hello"\n',
    b'{"type": "tea_time", "sugar": 2}\n',
    b'{"no_type": 1}\n',
    b'{"type": "\xff\xfe"}\n',
    b'{"type": "error", "message": "' + b"x" * 100_000 + b'"}\n',
)
"""Lines that an engine must survive; to each but the empty one it may answer with one error."""


@contextmanager
def program(subject: Subject) -> Iterator[Program]:
    """The engine, started and greeted; killed at the end."""
    running = Program(subject.command)
    try:
        _greet(running, (p.VERSION,))
        yield running
    finally:
        running.kill()


def _greet(running: Program, protocols: tuple[int, ...]) -> p.FromEngine:
    running.send(p.encode(p.Hello(protocols, "dizhu engine check")), START_SECONDS)
    return _message(running, START_SECONDS)


def _message(running: Program, seconds: float) -> p.FromEngine:
    line = running.read_line(seconds)
    try:
        return p.from_engine(line)
    except p.BadLine as error:
        raise Failed(f"{line[:200]!r} is no message: {error}") from error


def says_hello(subject: Subject) -> None:
    """The greeting; keeps which rulesets are claimed."""
    session = Session(subject.command, "dizhu engine check")
    try:
        welcome = session.start()
    finally:
        session.quit()
    need(bool(welcome.name.strip()), "its name is empty")
    known = tuple(r for r in welcome.rulesets if r in FORMATS)
    need(bool(known), f"it claims none of {', '.join(FORMATS)}, but {welcome.rulesets}")
    subject.rulesets = known


def chooses_a_version(subject: Subject) -> None:
    """Of several versions it takes one that it speaks."""
    running = Program(subject.command)
    try:
        answer = _greet(running, (p.VERSION, 999))
    finally:
        running.kill()
    need(isinstance(answer, p.Welcome), f"offered versions 1 and 999 it answers {answer}")
    need(getattr(answer, "protocol", 0) == p.VERSION, f"it chose {answer}")


def refuses_a_version(subject: Subject) -> None:
    """A version it cannot know gets an error, not a promise."""
    running = Program(subject.command)
    try:
        answer = _greet(running, (999,))
    finally:
        running.kill()
    need(isinstance(answer, p.Problem), f"offered version 999 alone it answers {answer}")


def answers_pings(subject: Subject) -> None:
    """Each with its own number."""
    with program(subject) as running:
        running.send(p.encode(p.Ping(7)) + p.encode(p.Ping(8)), subject.seconds)
        for number in (7, 8):
            answer = _message(running, subject.seconds)
            need(answer == p.Pong(number), f"to ping {number} it answers {answer}")


def survives_nonsense(subject: Subject) -> None:
    """After each line of it the engine still answers a ping, with at most one error between."""
    with program(subject) as running:
        for number, line in enumerate(NONSENSE):
            running.send(line + p.encode(p.Ping(number)), subject.seconds)
            answer = _message(running, subject.seconds)
            if isinstance(answer, p.Problem):
                answer = _message(running, subject.seconds)
            need(answer == p.Pong(number), f"after {line[:40]!r} it answers {answer}")


def quits(subject: Subject) -> None:
    """It ends when it is told to."""
    with program(subject) as running:
        running.send(p.encode(p.Quit()), subject.seconds)
        _ends(running, "quit")


def ends_with_its_input(subject: Subject) -> None:
    """It ends when its input does: nobody is there any more."""
    with program(subject) as running:
        running.close_input()
        _ends(running, "the end of its input")


def _ends(running: Program, why: str) -> None:
    status = running.ended_within(QUIT_SECONDS)
    need(status is not None, f"it still runs {QUIT_SECONDS:.0f} s after {why}")
    need(status == 0, f"after {why} its exit status is {status}")


CHECKS = (
    Check("says hello", says_hello),
    Check("chooses a version it speaks", chooses_a_version),
    Check("refuses a version it does not speak", refuses_a_version),
    Check("answers pings", answers_pings),
    Check("survives nonsense", survives_nonsense),
    Check("ends at quit", quits),
    Check("ends with its input", ends_with_its_input),
)
