"""What operators do to competitions stands in the audit log, once, stored with what it changes
(docs/operations.md).
"""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from dizhu.app.once import Once
from dizhu.bootstrap import Server
from tests.server.accounts import registered
from tests.server.cups import SWISS, ask, get, house, post, said
from tests.server.operating import an_operator_and, orders, sees
from tests.server.playing import PATIENCE, Guest

RICH = (
    SWISS.replace("share = 60, cards = 1", "share = 60, beans = 700, cards = 2")
    .replace("{ first = 2, share = 40 }", "{ first = 2, last = 4, share = 40, beans = 100 }")
    .replace('mode = "full", size = 3', 'mode = "hand", size = 30, minimum = 3')
)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a small competition; its books are checked at the end."""
    async with house(tmp_path) as server:
        yield server


@pytest.fixture
async def people(hall: Server) -> AsyncIterator[list[Guest]]:
    """An operator and three others."""
    async with an_operator_and(hall, 3) as found:
        yield found


async def noted(boss: Guest) -> list[dict[str, Any]]:
    """What is noted of competitions, the oldest first."""
    lines = (await sees(boss, "audit"))["lines"]
    return [line for line in reversed(lines) if line["action"].endswith("_cup")]


async def tell(guest: Guest, kind: str, command: str, **fields: Any) -> Any:
    """The answer to this very sending of a command that may have been sent before."""
    start = len(guest.log)
    await guest.send(type=kind, command_id=command, **fields)
    while True:
        for message in guest.log[start:]:
            if message["type"] in ("ack", "refused") and message["command_id"] == command:
                return message
        guest._news.clear()
        await asyncio.wait_for(guest._news.wait(), PATIENCE)


async def made(boss: Guest, command: str, **wish: Any) -> Any:
    status, answer = await post(boss, "/api/cups", {"command_id": command, **wish})
    assert status == 200, answer
    return answer


async def test_every_order_is_noted_once(people: list[Guest]) -> None:
    """Sent again it is neither done nor noted again."""
    boss, *players = people
    cup = (await made(boss, "make", toml=RICH))["id"]
    assert (await made(boss, "make", toml=RICH))["id"] == cup
    for guest in players:
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("cup_announce", {"text": "soon"}),
        ("cup_pause", {"on": True}),
        ("cup_pause", {"on": False}),
        ("cup_start", {}),
        ("cup_cancel", {"reason": "rain"}),
    ]
    for number, (kind, fields) in enumerate(wishes):
        for _ in range(2):
            answer = await tell(boss, kind, f"c{number}", cup=cup, **fields)
            assert answer["type"] == "ack", (kind, answer)
            assert len(await noted(boss)) == number + 2, kind
    lines = await noted(boss)
    assert [(line["action"], line["reason"], line["command"]) for line in lines] == [
        ("make_cup", "", "make"),
        ("announce_cup", "soon", "c0"),
        ("pause_cup", "", "c1"),
        ("resume_cup", "", "c2"),
        ("start_cup", "", "c3"),
        ("cancel_cup", "rain", "c4"),
    ]
    assert {line["target"] for line in lines} == {cup}
    assert {line["by"] for line in lines} == {boss.player["id"]}
    details = json.loads(lines[0]["details"])
    assert (details["house_beans"], details["house_cards"]) == (700 + 3 * 100, 2)
    assert (details["key"], details["en"]) == ("small", "Small")
    assert json.loads(lines[1]["details"])["text"] == "soon"


async def test_a_cup_by_the_form_or_by_its_name_is_noted(people: list[Guest]) -> None:
    boss = people[0]
    form = {
        "key": "formed",
        "zh": "表",
        "en": "Formed",
        "kind": "swiss",
        "ruleset": "jj-match",
        "stakes": {"base": 10},
        "start": {"mode": "hand", "size": 6, "minimum": 3},
        "prizes": [{"first": 1, "last": 2, "beans": 50}],
        "stage": [{"format": "swiss", "start_score": 500, "rounds": 1, "hands": 1}],
    }
    await made(boss, "form", form=form)
    await made(boss, "name", key="small")
    formed, named = [json.loads(line["details"]) for line in await noted(boss)]
    assert (formed["key"], formed["house_beans"]) == ("formed", 100)
    assert (named["key"], named["house_beans"], named["house_cards"]) == ("small", 0, 1)


async def test_a_cup_gives_no_more_than_an_operator_may(people: list[Guest]) -> None:
    """Otherwise a cup of three friends would be a way around the limit of compensations."""
    boss = people[0]
    toml = RICH.replace("beans = 700", "beans = 9_999_701")
    body = {"command_id": "rich", "toml": toml}
    status, refused = await post(boss, "/api/cups", body)
    assert (status, refused["code"]) == (400, "bad_cup")
    assert refused["detail"].startswith("prizes: ")
    assert "10,000,000" in refused["detail"]
    assert await noted(boss) == []
    await made(boss, "less", toml=toml.replace("701", "700"))
    (line,) = await noted(boss)
    assert json.loads(line["details"])["house_beans"] == 10_000_000


async def test_what_is_refused_or_changes_nothing_is_not_noted(people: list[Guest]) -> None:
    boss, one, *_ = people
    cup = (await made(boss, "make", toml=RICH))["id"]
    assert (await ask(boss, "cup_start", cup=cup))["code"] == "too_few"
    assert (await ask(boss, "cup_pause", cup=cup, on=False))["type"] == "ack"
    for kind, fields in (("cup_pause", {"on": True}), ("cup_announce", {"text": "me"})):
        assert (await ask(one, kind, cup=cup, **fields))["code"] == "not_host"
    status, _ = await post(one, "/api/cups", {"command_id": "x", "toml": RICH})
    assert status == 403
    status, _ = await post(boss, "/api/cups", {"command_id": "y", "toml": "x"})
    assert status == 400
    assert [line["action"] for line in await noted(boss)] == ["make_cup"]


async def test_a_host_among_friends_is_not_noted_but_an_operator_there_is(
    people: list[Guest],
) -> None:
    boss, friend, *_ = people
    await registered(friend, "庄主")
    for host in (friend, boss):
        cup = (await made(host, "own", key="small", private=True))["id"]
        assert (await ask(host, "cup_announce", cup=cup, text="hello"))["type"] == "ack"
        assert (await ask(host, "cup_pause", cup=cup, on=True))["type"] == "ack"
        assert (await ask(host, "cup_cancel", cup=cup, reason="later"))["type"] == "ack"
    assert await noted(boss) == []
    cup = (await made(friend, "again", key="small", private=True))["id"]
    assert (await ask(boss, "cup_cancel", cup=cup, reason="foul"))["type"] == "ack"
    (line,) = await noted(boss)
    assert (line["action"], line["target"], line["reason"]) == ("cancel_cup", cup, "foul")


async def test_a_used_command_is_refused_and_nothing_is_changed(
    hall: Server, people: list[Guest]
) -> None:
    """Also by a server that remembers nothing: the log itself knows the command."""
    boss, one, *_ = people
    cup = (await made(boss, "make", toml=RICH))["id"]
    assert (await ask(one, "cup_enter", cup=cup))["type"] == "ack"
    assert (await tell(boss, "cup_announce", "say", cup=cup, text="a"))["type"] == "ack"
    await orders(boss, "mute", player=one.player["id"], command_id="mute")
    hall.competitions.entering._once = Once()
    before = await get(boss, "/api/cups")
    status, refused = await post(boss, "/api/cups", {"command_id": "make", "toml": RICH})
    assert (status, refused["code"]) == (409, "command_reused")
    for command in ("make", "mute", "say"):
        for kind, fields in (("cup_pause", {"on": True}), ("cup_cancel", {"reason": "r"})):
            answer = await tell(boss, kind, command, cup=cup, **fields)
            assert answer["code"] == "command_reused", (command, kind)
        answer = await tell(boss, "cup_announce", command, cup=cup, text="b")
        assert answer["code"] == "command_reused", command
    assert (await tell(boss, "cup_announce", "say", cup=cup, text="a"))["type"] == "ack"
    after = await get(boss, "/api/cups")
    assert [c["id"] for c in after[1]["cups"]] == [c["id"] for c in before[1]["cups"]]
    assert len(await noted(boss)) == 2
    assert (await ask(boss, "cup_cancel", cup=cup, reason="r"))["type"] == "ack", "it is alive"
    assert (await said(one, "cup_over"))["reason"] == "r"
    told = [m["text"] for m in one.log if m["type"] == "cup_said"]
    assert told == ["a"], "and only once"
