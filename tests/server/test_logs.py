"""What a server says while people play and operators act, and things go wrong: no card, seed, token
or password, in either form.
"""

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from dizhu.bootstrap import Server
from dizhu.bootstrap.logs import set_up
from dizhu.bots.rule_bot import RuleBot
from dizhu.rules.view import Observation
from tests.server.accounts import WORD, ask, registered
from tests.server.conftest import config
from tests.server.operating import orders, promoted
from tests.server.playing import Guest, over, phase
from tests.server.process import ServerProcess

QUICK = {"bot_least": 0, "bot_most": 0.01, "deal_step_ms": 1, "autoplay_ms": 1}


@pytest.fixture
def log(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """All that is logged, debugging of the program's own modules included."""
    root, ours = logging.getLogger(), logging.getLogger("dizhu")
    before = (root.level, list(root.handlers), ours.level)
    stream = StringIO()
    set_up(request.param, "info", stream)
    ours.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(before[0])
    root.handlers[:] = before[1]
    ours.setLevel(before[2])


def secrets_of(server: Server, guests: list[Guest]) -> set[str]:
    """Cookies, the host's token, and the seeds of every table."""
    found = {server.house.token, WORD}
    for guest in guests:
        found |= {cookie.value for cookie in guest.http.cookie_jar}
    for runner in server.tables.runners():
        found |= {s for s in (runner.state.seed, runner.state.next_seed) if s is not None}
    return found


def hands_of(server: Server) -> list[list[int]]:
    deals = [r.state.hand.deal for r in server.tables.runners() if r.state.hand is not None]
    return [sorted(hand) for deal in deals if deal is not None for hand in deal.hands]


@pytest.mark.parametrize("log", ["human", "json"], indirect=True)
async def test_nothing_secret_is_logged(
    log: StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots that fail with all they see in their hands, commands that fail, an operator at work."""
    server = Server(config(tmp_path))
    await server.start()

    def clumsy(_self: Any, seen: Observation) -> Any:
        raise ValueError(f"cannot play {list(seen.cards)} of {seen}")

    base = f"http://127.0.0.1:{server.port}"
    async with Guest(base) as boss, Guest(base) as ming:
        await promoted(server, boss)
        await registered(ming)
        await ask(ming, "login", name="阿明", password="wrong " + WORD)
        await ming.join("quick", bots=True, start="ready")
        await ming.until(phase("call", "rob", "double", "play"))
        secrets = secrets_of(server, [boss, ming])
        hands = hands_of(server)
        break_bots(monkeypatch, clumsy)
        await ming.send_raw(f'{{"type":"act","token":"{WORD}"')
        await orders(boss, "compensate", player=ming.player["id"], beans=5)
        await ming.play_on(over)
        secrets |= secrets_of(server, [boss, ming])
        await orders(boss, "ban", player=ming.player["id"])
    await server.stop()
    said = log.getvalue()
    assert "cannot play" in said, "the bots have failed, and it was logged"
    assert "compensate" in said
    assert f"ban {ming.player['id']}" in said
    for secret in secrets:
        assert secret not in said
    for hand in hands:
        for length in (4, len(hand)):
            numbers = ", ".join(map(str, hand[:length]))
            assert numbers not in said
    assert not re.search(r"\d+, \d+, \d+, \d+", said)


def break_bots(monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    monkeypatch.setattr(RuleBot, "act", act)


async def test_every_line_of_a_server_is_an_object(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path / "data", log="json", log_level="info", **QUICK)
    async with Guest(await process.start()) as guest:
        await guest.join("classic-1", bots=True, start="ready")
        await guest.until(phase("call", "rob", "double", "play"))
    code, said = await process.terminate()
    assert code == 0
    entries = [json.loads(line) for line in said.splitlines()]
    assert {"at", "level", "logger", "message"} <= set(entries[0])
    words = [entry["message"] for entry in entries]
    assert any(word.startswith("open on ") for word in words)
    assert any(word == "closed" for word in words)
    assert all(entry["level"] == "info" for entry in entries), words
