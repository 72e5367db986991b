"""Checks that play: an engine in every seat, against scripts and chance, from the start and from
the middle of a hand, in several hands at once.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter

from dizhu.arena.formats import FORMATS
from dizhu.arena.game import Actor, Game, points
from dizhu.bots.random_bot import RandomBot
from dizhu.bots.rule_bot import RuleBot
from dizhu.engines import protocol as p
from dizhu.engines.check.report import Check, Subject, need
from dizhu.engines.check.scripts import SCRIPTS
from dizhu.engines.check.talking import _message, program
from dizhu.engines.legal import legal_answers
from dizhu.engines.session import Session
from dizhu.engines.views import new_hand, view_of
from dizhu.rules.actions import SEATS, Action, Seat
from dizhu.rules.state import HandState
from dizhu.rules.view import Observation, observe

ALL_THREE = (0, 1, 2)


def checks(subject: Subject) -> list[Check]:
    """The checks of the rulesets that the engine claims."""
    found = []
    for name in subject.rulesets:
        found += [
            *(Check(f"{name}: against who {s}", partial(_scripted, name, s)) for s in SCRIPTS),
            Check(f"{name}: against random players", partial(_random, name)),
            Check(f"{name}: all three seats at once", partial(_all_seats, name)),
            Check(f"{name}: from the middle, started anew", partial(_middle, name)),
        ]
    return [*found, Check("a question about a hand it does not know", unknown_hand)]


def _scripted(name: str, script: str, subject: Subject) -> None:
    others: list[Actor] = [SCRIPTS[script]] * 3
    _play(name, subject, f"{script}/{name}", lambda _n: others)


def _random(name: str, subject: Subject) -> None:
    _play(name, subject, f"random/{name}", lambda n: [RandomBot(f"{n}/{s}").act for s in SEATS])


def _play(
    name: str, subject: Subject, label: str, others: Callable[[int], Sequence[Actor]]
) -> None:
    """Hands with the engine in one seat, each seat in turn."""
    with _session(subject) as session:
        for n in range(subject.number):
            hand = _Hand(session, subject, name, f"{label}/{n}")
            hand.play(others(n), (n % 3,))


def _all_seats(name: str, subject: Subject) -> None:
    with _session(subject) as session:
        for n in range(subject.number):
            hand = _Hand(session, subject, name, f"all/{name}/{n}")
            hand.play([RuleBot().act] * 3, ALL_THREE)


def _middle(name: str, subject: Subject) -> None:
    """The engine is started anew before some of its answers, as if it had been away."""
    with _session(subject) as session:
        hand = _Hand(session, subject, name, f"middle/{name}", restarts=4)
        hand.play([RandomBot(s).act for s in SEATS], ALL_THREE)


class _Hand:
    """A hand in which the engine has some seats."""

    def __init__(
        self, session: Session, subject: Subject, name: str, label: str, restarts: int = 0
    ) -> None:
        self._session = session
        self._subject = subject
        self._form = FORMATS[name]
        self._label = f"{subject.seed}/{label}"
        self._restarts = restarts

    def play(self, others: Sequence[Actor], seats: Sequence[Seat]) -> None:
        actors = [partial(self._ask, s) if s in seats else others[s] for s in SEATS]
        seed = hashlib.sha256(self._label.encode()).digest()
        landlord = seed[0] % 3 if self._form.given else None
        state = Game(self._form, seed, actors, landlord).play()
        for seat in seats:
            self._end(seat, state)

    def _ask(self, seat: Seat, seen: Observation) -> Action | None:
        if self._restarts and seen.phase == "play":
            self._restarts -= 1
            self._session.quit()
        self._session.start()
        started = perf_counter()
        action = self._session.act(f"{self._label}/{seat}", seen, self._subject.seconds)
        self._subject.times.append(perf_counter() - started)
        return action

    def _end(self, seat: Seat, state: HandState) -> None:
        view = view_of(observe(state, seat))
        self._session.end_hand(p.EndHand(f"{self._label}/{seat}", view, points(state)))


@contextmanager
def _session(subject: Subject) -> Iterator[Session]:
    session = Session(subject.command, "dizhu engine check")
    try:
        yield session
        session.ping(subject.seconds)
    finally:
        session.quit()


def unknown_hand(subject: Subject) -> None:
    """It gets an error with the number of the question; announced, the hand is answered."""
    seen = _some_question(subject.rulesets[0])
    legal, complete = legal_answers(seen)
    ask = p.Ask(5, "nowhere", int(1000 * subject.seconds), legal, complete, view_of(seen))
    with program(subject) as running:
        running.send(p.encode(ask), subject.seconds)
        answer = _message(running, subject.seconds)
        need(isinstance(answer, p.Problem), f"to a hand it does not know it answers {answer}")
        running.send(p.encode(new_hand("nowhere", seen)) + p.encode(ask), subject.seconds)
        answer = _message(running, subject.seconds)
        need(isinstance(answer, p.Answer) and answer.id == 5, f"then it answers {answer}")


def _some_question(name: str) -> Observation:
    """The first question in a hand."""
    asked: list[Observation] = []

    def act(seen: Observation) -> Action | None:
        asked.append(seen)
        return RuleBot().act(seen)

    form = FORMATS[name]
    Game(form, b"question", [act] * 3, 0 if form.given else None).play()
    return asked[0]
