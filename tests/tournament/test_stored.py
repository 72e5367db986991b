"""Events can be stored and read back as they were; their names never change."""

from typing import get_args

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.cli.cup.runner import Plan, Run
from dizhu.store.codec import Codec
from dizhu.tournament import replay
from dizhu.tournament.commands import (
    Cancel,
    Depart,
    Extend,
    HandVoided,
    Pause,
    Resume,
    Say,
    Tick,
    Withdraw,
)
from dizhu.tournament.events import CupEvent
from tests.tournament.kit import T0, Carry, Entry, Host, Prize, competition, cup_of, stage

NAMES = (
    "cup_awarded",
    "cup_began",
    "cup_cancelled",
    "cup_departed",
    "cup_dropped_out",
    "cup_extended",
    "cup_finished",
    "cup_hand_due",
    "cup_hand_scored",
    "cup_hurried",
    "cup_opened",
    "cup_paused",
    "cup_ranked",
    "cup_registered",
    "cup_rescored",
    "cup_resumed",
    "cup_round_ended",
    "cup_said",
    "cup_stage_began",
    "cup_stage_ended",
    "cup_table_closed",
    "cup_tables_seated",
    "cup_withdrawn",
)


def codec() -> Codec:
    return Codec(get_args(CupEvent))


def test_names_never_change() -> None:
    assert codec().names == NAMES


def stored(log: list[CupEvent]) -> list[CupEvent]:
    """The log as it comes back from a store."""
    through = codec()
    return [through.read(*through.write(event)) for event in log]  # type: ignore[misc]


def test_every_kind_of_event_comes_back_as_it_was() -> None:
    seen: set[type] = set()
    for key, competition_ in load_catalogue().items():
        run = Run(
            Plan(
                competition_,
                competition_.start.size if key != "hourly" else 60,
                key,
                drops=20,
                slow=100,
            )
        )
        run.to_the_end()
        assert stored(run.log) == run.log
        assert replay(stored(run.log)) == run.cup
        seen |= {type(e) for e in run.log}
    host = by_hand()
    assert stored(host.log) == host.log
    seen |= {type(e) for e in host.log}
    assert seen == set(get_args(CupEvent))


def by_hand() -> Host:
    """The events that only people cause."""
    host = Host(
        cup_of(
            stage("duplicate", rounds=1, carry=Carry("1/3", 7)),
            stage("swiss"),
            entry=Entry(100, 1),
            prizes=(Prize(1, share=1),),
        ),
        7,
        host="p1",
        code="ABCDEF",
    )
    host.do(Withdraw("p7"))
    host.start()
    host.do(HandVoided(1, 1))
    host.do(Depart("p2"))
    host.do(Pause())
    host.do(Resume(), T0 + 5)
    host.do(Say("soon", "p1", "c1"))
    host.do(Extend(10))
    host.do(Tick(), T0 + 10**7)
    host.do(Cancel("rain"))
    return host


def test_competitions_of_all_formats_come_back() -> None:
    host = Host(competition(stage("last_standing", start_score=5, keep="1/2")))
    assert stored(host.log) == host.log
