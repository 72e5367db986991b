"""What is measured, and who may read it."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from dizhu.bootstrap import Config, ConfigError, Server
from tests.server.conftest import config
from tests.server.playing import Guest, over, phase

TOKEN = "a-token-of-the-monitoring"


async def read(base: str, **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{base}/metrics", headers=headers) as response,
    ):
        return response.status, await response.text()


async def numbers(base: str) -> dict[str, float]:
    """Every sample, its labels in its name."""
    status, text = await read(base)
    assert status == 200
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{k}={v}" for k, v in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def test_a_hand_is_measured(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        await guest.until(phase("call", "rob", "double", "play"))
        await guest.act({"type": "play", "cards": []}, version=0)
        await guest.act({"type": "autoplay", "on": True})
        seen = await numbers(base)
        assert seen["dizhu_connections"] == 1
        assert seen["dizhu_people_seated"] == 1
        assert seen["dizhu_tables{status=playing}"] == 1
        assert seen["dizhu_tables{status=between}"] == 0
        assert seen["dizhu_autoplay_total"] == 1
        assert seen["dizhu_actions_total{code=ok,kind=autoplay}"] == 1
        refused = [n for n in seen if "_total{" in n and "kind=play" in n and "code=ok" not in n]
        assert len(refused) == 1, refused
        assert seen["dizhu_matching_wait_seconds_count{room=quick}"] == 1
        for name in ("decide", "commit", "broadcast", "store_commit"):
            assert seen[f"dizhu_{name}_seconds_count"] > 3, name
            assert 0 < seen[f"dizhu_{name}_seconds_sum"] < 60, name
        assert seen["dizhu_waiting{room=people}"] == 0
        for name in ("outbox_longest", "table_queue_longest", "store_queue"):
            assert 0 <= seen[f"dizhu_{name}"] < 100, name
        await guest.until(over)
    assert seen["dizhu_store_jobs_total"] > 5
    assert seen["dizhu_store_failures_total"] == 0
    assert seen["dizhu_draining"] == 0
    assert seen["process_resident_memory_bytes"] > 1e6


async def test_faults_are_counted(server: Server, base: str) -> None:
    server.health.count("table_errors")
    assert (await numbers(base))["dizhu_faults_total{kind=table_errors}"] == 1


async def test_no_name_stands_in_it(server: Server, base: str) -> None:
    async with Guest(base, "张三丰") as guest:
        await guest.join("people")
        _, text = await read(base)
        assert "dizhu_waiting" in text
        assert "张三丰" not in text
        assert guest.player["id"] not in text


async def test_not_through_a_proxy(base: str) -> None:
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        status, text = await read(base, **{header: "127.0.0.1"})
        assert status == 404
        assert "dizhu_" not in text


@pytest.mark.parametrize("name", ["play.example.org", "play.example.org:8765", "[::1", ""])
async def test_not_by_the_name_that_strangers_know(base: str, name: str) -> None:
    """A proxy on this machine that passes `Host`, and does not say for whom it asks."""
    status, text = await read(base, Host=name)
    assert status == 404
    assert "dizhu_" not in text


@pytest.mark.parametrize("name", ["localhost:8765", "127.0.0.1", "[::1]:8765"])
async def test_by_the_names_of_this_machine(base: str, name: str) -> None:
    assert (await read(base, Host=name))[0] == 200


async def test_not_from_the_address_of_a_proxy(tmp_path: Path) -> None:
    """Whatever name a stranger gives: what a known proxy passes on is for the token alone."""
    server = await serving(tmp_path, proxies=("127.0.0.0/8",))
    assert (await read(f"http://127.0.0.1:{server.port}"))[0] == 404
    await server.stop()
    server = await serving(tmp_path, proxies=("127.0.0.0/8",), metrics_token=TOKEN)
    base = f"http://127.0.0.1:{server.port}"
    assert (await read(base))[0] == 404
    assert (await read(base, Authorization=f"Bearer {TOKEN}"))[0] == 200
    await server.stop()


async def serving(folder: Path, **changes: Any) -> Server:
    server = Server(config(folder, **changes))
    await server.start()
    return server


async def test_for_a_token(tmp_path: Path) -> None:
    server = await serving(tmp_path, metrics_token=TOKEN)
    base = f"http://127.0.0.1:{server.port}"
    assert (await read(base))[0] == 404, "then this machine needs it too"
    assert (await read(base, Authorization=f"Bearer {TOKEN}x"))[0] == 404
    good = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "203.0.113.7"}
    assert (await read(base, **good))[0] == 200
    assert TOKEN not in repr(server.config)
    await server.stop()


async def test_off(tmp_path: Path) -> None:
    server = await serving(tmp_path, metrics="off", metrics_token=TOKEN)
    base = f"http://127.0.0.1:{server.port}"
    assert (await read(base, Authorization=f"Bearer {TOKEN}"))[0] == 404
    await server.stop()


def test_settings_that_make_no_sense() -> None:
    for wrong in ({"metrics": "public"}, {"metrics_token": "short"}, {"log": "xml"}):
        with pytest.raises(ConfigError, match=next(iter(wrong))):
            Config(**wrong)  # type: ignore[arg-type]


async def test_looking_does_not_take_long(server: Server, base: str) -> None:
    """With 60 tables a look is done in well under a tenth of a second of the loop."""
    guests = [Guest(base) for _ in range(5)]
    for guest in guests:
        await guest.__aenter__()
        await guest.join("quick", bots=True)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    server.metrics.text()
    assert loop.time() - begun < 0.1
    for guest in guests:
        await guest.close()
