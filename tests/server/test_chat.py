"""Chat over sockets: who hears what, limits, blocks, complaints."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from dizhu.bootstrap import Server
from dizhu.store.company import CompanyStore
from tests.server.conftest import config
from tests.server.playing import Guest, Message
from tests.server.test_friends import command, make, three


async def say(guest: Guest, what: str, kind: str = "text") -> Message:
    """Say something; the answer."""
    return await command(guest, "say", kind=kind, what=what)


def heard(guest: Guest) -> list[Any]:
    """What a guest has heard."""
    return [m["what"] for m in guest.log if m["type"] == "said"]


async def test_all_who_are_there_hear_it_and_nobody_else(base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        stranger = await stack.enter_async_context(Guest(base))
        assert (await say(guests[1], "  大家\u202e 好\n吗 "))["type"] == "ack"
        said = await guests[0].wait("said")
        assert (said["what"], said["name"]) == ("大家 好 吗", "阿二")
        assert said["player"] == guests[1].player["id"]
        await say(guests[2], "hurry", "quick")
        await say(guests[2], "flower", "emote")
        await guests[0].wait("said", lambda m: m["kind"] == "emote")
        assert heard(guests[1]) == ["大家 好 吗", "hurry", "flower"]
        assert (await say(stranger, "hello"))["code"] == "nobody_there"
        assert heard(stranger) == []


async def test_at_a_table_of_strangers(base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(6)]
        for guest in guests:
            await guest.join("people")
        for guest in guests:
            await guest.until(lambda v: v["hand"] is not None)
        await say(guests[0], "nice", "quick")
        await asyncio.sleep(0.05)
        hearers = [g for g in guests if heard(g)]
        assert len(hearers) == 3
        assert {g.table for g in hearers} == {guests[0].table}


async def test_what_may_not_be_said(base: str) -> None:
    async with Guest(base) as host:
        await make(host)
        for what, kind in (("\u202e \u200b", "text"), ("字" * 61, "text"), ("<b>", "quick")):
            assert (await say(host, what, kind))["code"] == "bad_text"


async def test_who_speaks_too_fast_has_to_wait(base: str) -> None:
    async with Guest(base) as host:
        await make(host)
        answers = [await say(host, f"{n}") for n in range(6)]
        assert answers[3]["type"] == "ack"
        assert answers[5]["code"] == "rate_limited"


async def test_who_is_blocked_is_not_heard_also_after_a_reload(base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        loud = guests[2].player["id"]
        assert (await command(guests[0], "block", player=loud))["type"] == "ack"
        assert (await guests[0].wait("blocked"))["players"] == [loud]
        await say(guests[2], "hello")
        await guests[1].wait("said")
        assert heard(guests[0]) == []
        await guests[0].disconnect()
        await guests[0].connect()
        assert (await guests[0].wait("blocked"))["players"] == [loud]
        assert (await command(guests[0], "block", player=loud, on=False))["type"] == "ack"
        await say(guests[2], "again")
        await guests[0].wait("said")
        own = guests[0].player["id"]
        assert (await command(guests[0], "block", player=own))["code"] == "not_member"
        assert (await command(guests[0], "block", player="nobody"))["code"] == "not_member"


async def test_a_complaint_is_kept_with_what_was_said(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        stranger = await stack.enter_async_context(Guest(base))
        await say(guests[1], "rude")
        whom = guests[1].player["id"]
        assert (await command(stranger, "report", player=whom, reason="abuse"))["code"] == (
            "nobody_there"
        )
        answer = await command(guests[0], "report", player=whom, reason="abuse")
        assert answer["type"] == "ack"
        (report,) = await CompanyStore(server.store.writer).reports(10)
        assert (report.reporter, report.reported) == (guests[0].player["id"], whom)
        assert report.reason == "abuse"
        (line,) = report.said
        assert (line.player, line.kind, line.what) == (whom, "text", "rude")


async def test_the_operators_words_and_switch(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("坏话\nfoo\n", encoding="utf-8")
    for policy, answer in (("all", "ack"), ("quick", "refused"), ("off", "refused")):
        folder = tmp_path / policy
        folder.mkdir()
        server = Server(config(folder, chat=policy, chat_words=words))
        await server.start()
        async with Guest(f"http://127.0.0.1:{server.port}") as host:
            await make(host)
            assert (await say(host, "说坏话 FOO"))["type"] == answer
            if policy == "all":
                assert (await host.wait("said"))["what"] == "说＊＊ ＊＊＊"
            quick = await say(host, "hurry", "quick")
            assert quick["type"] == ("refused" if policy == "off" else "ack")
        await server.stop()
