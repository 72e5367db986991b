"""Hints, readings and sweeps: answered by the rules, without touching a clock."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from dizhu.bootstrap import Server
from tests.server.playing import Guest, Message, over, phase


async def ask(guest: Guest, kind: str, **more: Any) -> Message:
    start = len(guest.log)
    await guest.send(type=kind, table=guest.table, request_id="q", **more)
    answers = {"ask_hint": "hints", "ask_readings": "readings", "ask_sweep": "sweep"}
    return await guest.wait_any_from(start, (answers[kind], "refused"))


@pytest.mark.parametrize("room", ["quick", "laizi"])
async def test_every_hint_can_be_played(server: Server, base: str, room: str) -> None:
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for guest in guests:
            await guest.join(room, start="ready")
        await asyncio.gather(*(g.play_on(phase("play")) for g in guests))
        while not over(guests[0].view or {}):
            asked = [g for g in guests if g.asked()]
            if not asked:
                await asyncio.sleep(0.005)
                continue
            guest = asked[0]
            assert guest.view is not None
            clocks = guest.view["clocks"]
            hints = await ask(guest, "ask_hint")
            assert hints["version"] == guest.version
            for play in hints["plays"]:
                found = await ask(guest, "ask_readings", cards=play["cards"])
                assert play["reading"] in found["playable"]
                assert set(map(str, found["playable"])) <= set(map(str, found["all"]))
            assert guest.view["clocks"] == clocks
            await play_first(guest, hints["plays"])
        assert server.health.counts == {}


async def play_first(guest: Guest, plays: list[Message]) -> None:
    assert guest.view is not None
    if not plays:
        answer = await guest.act({"type": "pass"})
    else:
        reading = plays[0]["reading"]
        declare = {name: reading[name] for name in ("kind", "main", "length")}
        action = {"type": "play", "cards": plays[0]["cards"], "declare": declare}
        answer = await guest.act(action)
    assert answer["type"] == "ack"
    await guest.until(lambda _v: guest.version >= answer["version"])


async def test_a_sweep_raises_the_one_chain(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        view = await guest.until(lambda v: v["hand"] is not None and v["hand"]["phase"] == "call")
        own = view["hand"]["cards"][guest.seat]
        swept = await ask(guest, "ask_sweep", cards=own[:2])
        assert set(swept["cards"]) <= set(own[:2])
        foreign = next(c for c in range(54) if c not in own)
        for kind in ("ask_sweep", "ask_readings"):
            assert (await ask(guest, kind, cards=[foreign]))["code"] == "not_in_hand"
            assert (await ask(guest, kind, cards=[own[0], own[0]]))["code"] == "not_in_hand"
        readings = await ask(guest, "ask_readings", cards=own[:1])
        assert readings["playable"] == []
        assert readings["all"][0]["kind"] == "solo"
        assert (await ask(guest, "ask_hint"))["plays"] == []
