"""A table's troubles are its own: errors, slow disks, broken bots and listeners."""

import asyncio
import logging
import sqlite3
import time
from pathlib import Path

import pytest

from dizhu.app import storing, table_runner
from dizhu.app.notices import Done, Refusal
from dizhu.app.ports import CommandKey
from dizhu.rules.actions import Action, NoDouble, Play, Rob
from dizhu.rules.view import Observation, observe
from dizhu.store import writer
from dizhu.table import Act, Extend, Leave, StartHand, Status
from dizhu.table import decide as table_decide
from dizhu.table.events import Settled
from tests.app.conftest import simple
from tests.app.stage import Answers, Stage, hands, until


async def test_bots_play_hand_after_hand_and_every_one_is_stored(stage: Stage) -> None:
    """L7: the log of the store is the table, settlement by settlement."""
    runner = await stage.open()
    await until(lambda: hands(runner.state) >= 3)
    await runner.stop()
    recorded = await stage.store.load(runner.log.table_id)
    assert [r.version for r in recorded] == list(range(1, len(recorded) + 1))
    settled = sum(isinstance(r.event, Settled) for r in recorded)
    assert settled == hands(runner.state)
    assert stage.health.counts == {}


async def test_the_sum_of_all_beans_is_zero(stage: Stage) -> None:
    """F61, F68."""
    runner = await stage.open()
    await until(lambda: hands(runner.state) >= 5)
    await runner.stop()
    accounts = stage.store._reading.execute("SELECT id, beans FROM accounts").fetchall()
    assert sum(beans for _, beans in accounts) == 0
    assert all(beans >= 0 for name, beans in accounts if not name.startswith("house:"))


async def test_an_error_in_one_table_does_not_touch_another(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F77: logged, counted, in the end the table is closed and everybody is free."""
    broken, well = await stage.open("ann"), await stage.open("bob")

    def failing(state: object, command: object, now: int) -> object:
        if state is broken.state:
            raise ZeroDivisionError("a bug")
        return table_decide(state, command, now)  # type: ignore[arg-type]

    monkeypatch.setattr(table_runner, "decide", failing)
    before = well.state.version
    answers = Answers()
    broken.offer(Leave(0), answers)
    assert await answers.one() == Refusal("internal")
    await until(lambda: broken.log.closed)
    assert broken.state.close_reason == "error"
    assert stage.health.counts["table_errors"] >= 3
    assert "a bug" in caplog.text
    assert ("left", "ann", broken.log.table_id, "error") in stage.audience.notices
    assert stage.tables.seating.bound("ann") is None
    await until(lambda: well.state.version > before)
    assert len(await stage.store.live_tables()) == 1


async def test_a_broken_listener_stops_nothing(stage: Stage) -> None:
    stage.audience.fail = True
    runner = await stage.open()
    await until(lambda: hands(runner.state) >= 1)
    assert stage.health.counts["audience_errors"] > 0
    assert stage.health.counts["table_errors"] == 0


async def test_a_bot_that_fails_plays_safe(tmp_path: Path) -> None:
    """F74: a bot's error never stops a hand, whatever its seat."""

    def failing(_seen: Observation) -> Action:
        raise RuntimeError("no idea")

    stage = Stage(tmp_path, failing)
    runner = await stage.open()
    await until(lambda: runner.state.hand is not None and runner.state.hand.deals >= 2)
    assert stage.health.counts["bot_errors"] > 0
    await stage.close()


async def test_a_bot_that_is_refused_plays_safe(tmp_path: Path) -> None:
    def stubborn(seen: Observation) -> Action:
        return Rob() if seen.phase == "call" and seen.viewer != 2 else illegal(seen)

    def illegal(seen: Observation) -> Action:
        return Play((53, 52, 0)) if seen.phase == "play" else simple(seen)

    stage = Stage(tmp_path, stubborn)
    runner = await stage.open()
    await until(lambda: hands(runner.state) >= 1, 20)
    assert stage.health.counts["bot_refused"] > 0
    assert stage.health.counts["table_errors"] == 0
    await stage.close()


async def test_a_bot_that_thinks_long_holds_up_nobody(tmp_path: Path) -> None:
    """No stall of the event loop above 30 ms, whatever a bot computes."""

    def slow(seen: Observation) -> Action:
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            sum(range(100))
        return simple(seen)

    stage = Stage(tmp_path, slow)
    await stage.open()
    worst, last = 0.0, time.monotonic()
    for _ in range(200):
        await asyncio.sleep(0.002)
        now = time.monotonic()
        worst, last = max(worst, now - last), now
    assert worst < 0.2, "the loop waited for a whole thought"
    await stage.close()


async def test_a_disk_that_refuses_at_the_settlement(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F65, F62: loud, tried again, never told before it is stored, and paid once."""
    monkeypatch.setattr(writer, "RETRIES", ())
    monkeypatch.setattr(storing, "STORAGE_WAITS", (0.01,))
    append, failures = stage.store.append, 0

    async def refusing(entry: object) -> object:
        nonlocal failures
        if entry.transfers and failures < 5:  # type: ignore[attr-defined]
            failures += 1
            await stage.store.writer.run(_disk_error)
        return await append(entry)  # type: ignore[arg-type]

    monkeypatch.setattr(stage.store, "append", refusing)
    runner = await stage.open()
    with caplog.at_level(logging.ERROR):
        await until(lambda: failures == 2)
        assert stage.health.storing == 1
        assert hands(runner.state) == 0
        assert not any(
            isinstance(h.event, Settled) for u in stage.audience.updates for h in u.events
        )
        await until(lambda: hands(runner.state) >= 1)
    await runner.stop()
    assert stage.health.storing == 0
    assert stage.health.counts["storage_failures"] == 5
    assert "waits for the disk" in caplog.text
    accounts = dict(stage.store._reading.execute("SELECT id, beans FROM accounts").fetchall())
    assert sum(accounts.values()) == 0


def _disk_error(_connection: sqlite3.Connection) -> None:
    raise sqlite3.OperationalError("disk full")


async def test_a_full_queue_is_refused_and_the_clock_goes_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = await stage.open("ann")
    answers = Answers()
    for _ in range(table_runner.BACKLOG + 10):
        runner.offer(Act(0, Rob()), answers)
    await until(lambda: len(answers.got) == table_runner.BACKLOG + 10)
    assert answers.got.count(Refusal("busy")) == 10
    await until(lambda: runner.log.closed or hands(runner.state) >= 1, 20)


async def test_a_lost_answer_is_given_again(stage: Stage) -> None:
    runner = await stage.open("ann")
    seat = runner.state.seat_of("ann")
    assert seat is not None
    first, again = Answers(), Answers()
    key = CommandKey("ann", "c1")
    runner.offer(Leave(seat), first, key)
    result = await first.one()
    assert isinstance(result, Done)
    runner.offer(Leave(seat), again, key)
    assert isinstance(await again.one(), Done | Refusal)
    assert await stage.store.command_version(key) == result.version


async def test_a_dead_task_is_begun_again_from_the_store(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = await stage.open("ann")
    table_id = runner.log.table_id

    async def dies() -> None:
        raise RuntimeError("the loop itself")

    monkeypatch.setattr(runner, "_turn", dies)
    runner._wake.set()
    await until(lambda: stage.health.counts["runners_died"] == 1)
    await until(lambda: stage.tables.find(table_id) not in (None, runner))
    revived = stage.tables.find(table_id)
    assert revived is not None
    await until(lambda: revived.log.closed or hands(revived.state) >= 1, 20)
    assert stage.tables.seating.table_of("ann") in (table_id, None)


async def test_all_three_answer_in_one_tick(stage: Stage) -> None:
    """L1: nobody's choice is lost."""
    runner = await stage.open("ann", "bob", "cy")
    await until(lambda: runner.state.hand is not None)
    while runner.state.hand is None or runner.state.hand.phase.code != "double":
        hand = runner.state.hand
        assert hand is not None
        if hand.turn is not None:
            answers = Answers()
            action = simple(observe(hand, hand.turn))
            runner.offer(Act(hand.turn, action), answers)
            await answers.one()
        await asyncio.sleep(0)
    replies = [Answers() for _ in range(3)]
    for seat in range(3):
        runner.offer(Act(seat, NoDouble(), runner.state.version), replies[seat])
    for reply in replies:
        assert isinstance(await reply.one(), Done)
    assert runner.state.hand.phase.code == "play"


async def test_tables_go_on_after_a_restart(tmp_path: Path) -> None:
    """Every deadline is later by the outage; bots and seats are as they were."""
    first = Stage(tmp_path, simple)
    runner = await first.open("ann", "bob")
    await until(lambda: runner.state.hand is not None and runner.state.clocks)
    before = runner.state
    await runner.stop()
    await first.close()
    second = Stage(tmp_path, simple)
    second.clock.turned = 60_000
    assert await second.tables.restore(60_000) == 1
    again = second.tables.find(runner.log.table_id)
    assert again is not None
    await until(lambda: second.audience.updates)
    extended = second.audience.updates[0].table
    assert extended.hand == before.hand
    assert [c.at for c in extended.clocks] == [c.at + 60_000 for c in before.clocks]
    assert second.tables.seating.table_of("ann") == runner.log.table_id
    (bot,) = (s.player.id for s in before.seats if s.player.bot is not None)
    assert bot not in {second.tables.crew.take()[0] for _ in range(40)}
    await until(lambda: again.log.closed or hands(again.state) >= 1, 20)
    assert again.state.status is not Status.PLAYING
    await second.close()


async def test_a_clock_that_was_set_back_moves_the_deadlines_back(tmp_path: Path) -> None:
    """L2, G-TIM-1: nobody waits for an hour because the machine's clock was wrong."""
    first = Stage(tmp_path, simple)
    runner = await first.open("ann", "bob")
    await until(lambda: runner.state.hand is not None and runner.state.clocks)
    before = runner.state
    await runner.stop()
    await first.close()
    second = Stage(tmp_path, simple)
    second.clock.turned = -3_600_000
    assert await second.tables.restore(-3_600_000) == 1
    await until(lambda: second.audience.updates)
    moved = second.audience.updates[0].table
    assert [c.at for c in moved.clocks] == [c.at - 3_600_000 for c in before.clocks]
    await second.close()


async def test_what_a_player_asks_never_closes_his_table(stage: Stage) -> None:
    """However often it fails: he would annul a hand that he is about to lose (R-ESC-1)."""
    runner = await stage.open("ann", "bob")
    await until(lambda: runner.state.hand is not None and runner.state.clocks)
    before = runner.state.hand_no
    replies = [Answers() for _ in range(8)]
    for reply in replies:
        runner.offer(StartHand((1, 1, 1), b"short"), reply)  # an application's mistake
        runner.offer(Extend(0), reply)
    await until(lambda: all(len(r.got) == 2 for r in replies))
    assert {r for reply in replies for r in reply.got} <= {
        Refusal("internal"),
        Refusal("wrong_phase"),
    }
    assert stage.health.counts["table_errors"] == 8
    assert not runner.log.closed
    assert runner.state.hand_no == before


async def test_leaving_when_all_have_agreed_to_the_hand_is_an_escape(stage: Stage) -> None:
    """R-ESC-4: also in the moment in which the browsers' seeds are awaited."""
    stage.tables.seeds.expect("ann")
    runner = await stage.open("ann", "bob")
    await until(lambda: runner.log.state is not None and runner.state.next_seed is not None)
    assert runner.state.hand_no == 0
    reply = Answers()
    runner.offer(Leave(0), reply)
    assert isinstance(await reply.one(), Done)
    await until(lambda: runner.state.settlement is not None)
    assert runner.state.hand_no == 1
    assert runner.state.settlement is not None
    paid = runner.state.settlement.delta
    assert paid[0] < 0 < paid[1]
