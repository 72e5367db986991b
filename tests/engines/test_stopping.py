"""A talk that another thread stops leaves no process behind, whatever it is doing."""

import sys
import threading
import time

import pytest

from dizhu.arena.formats import PLAY_ONLY
from dizhu.engines import process
from dizhu.engines.process import EngineFault, Program
from dizhu.engines.talks import TALKS, Talk
from tests.engines.test_engines import questions

SLEEPER = f"{sys.executable} -c 'import time; time.sleep(60)'"


@pytest.mark.parametrize("kind", TALKS)
def test_a_program_that_is_just_started_ends_too(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Program] = []
    talk = TALKS[kind](SLEEPER)

    stopping = threading.Thread(target=talk.stop)

    def stopped_meanwhile(command: str) -> Program:
        stopping.start()
        time.sleep(0.2)
        started.append(Program(command))
        return started[-1]

    monkeypatch.setattr(process, "Program", stopped_meanwhile)
    with pytest.raises(EngineFault):
        talk.act("h", questions(PLAY_ONLY, 1)[0], 20.0)
    stopping.join(10)
    assert started[0].ended_within(0) is not None
    with pytest.raises(EngineFault, match="the talk is over"):
        talk.act("h", questions(PLAY_ONLY, 1)[0], 5.0)
    assert len(started) == 1


@pytest.mark.parametrize("kind", TALKS)
def test_who_waits_for_an_answer_hears_of_a_fault(kind: str) -> None:
    talk = TALKS[kind](SLEEPER)
    found: list[Exception] = []
    asking = threading.Thread(target=_ask, args=(talk, found))
    asking.start()
    time.sleep(0.3)
    talk.stop()
    asking.join(10)
    assert not asking.is_alive()
    assert [type(error) for error in found] == [EngineFault]


def _ask(talk: Talk, found: list[Exception]) -> None:
    try:
        talk.act("h", questions(PLAY_ONLY, 1)[0], 30.0)
    except Exception as error:  # noqa: BLE001 - of which kind is the question
        found.append(error)
