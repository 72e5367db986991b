"""Finished hands over HTTP: every one is there, nothing of an unfinished one is."""

import asyncio
import gzip
import hashlib
import json
from typing import Any

from dizhu.bootstrap import Server
from dizhu.rules.fairness import deal_seed
from dizhu.rules.record_reader import read
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.shuffle import deal
from tests.server.playing import Guest, over

SEED = "00112233445566778899aabbccddeeff"


async def get(guest: Guest, path: str) -> tuple[int, Any]:
    """The status and the body of a request."""
    async with guest.http.get(f"{guest.base}{path}") as response:
        text = await response.text()
        return response.status, json.loads(text) if text.startswith("{") else text


async def whole_hand(guest: Guest, room: str = "quick") -> None:
    """Play a hand with two bots."""
    await guest.join(room, bots=True, start="ready")
    await guest.play_on(over)


async def only_hand(guest: Guest) -> dict[str, Any]:
    """The one finished hand of a guest."""
    _, page = await get(guest, "/api/hands?player=me")
    (hand,) = page["hands"]
    return dict(hand)


async def test_a_finished_hand_is_listed_with_its_result(base: str) -> None:
    async with Guest(base, "Ann") as guest:
        assert (await get(guest, "/api/hands"))[1] == {"hands": [], "next": None}
        await whole_hand(guest)
        hand = await only_hand(guest)
        assert guest.view is not None
        result = guest.view["result"]
        assert hand["you"] == guest.seat
        assert [s["delta"] for s in hand["seats"]] == [s["delta"] for s in result["seats"]]
        assert (hand["multiplier"], hand["winner"]) == (result["multiplier"], result["winner"])
        assert hand["seats"][guest.seat]["name"] == "Ann"
        assert [s["bot"] for s in hand["seats"]].count(True) == 2


async def test_a_replay_leads_step_by_step_to_the_end(base: str) -> None:
    """L7; the frames are small, and folding them needs no rules."""
    async with Guest(base) as guest, Guest(base) as stranger:
        await whole_hand(guest)
        hand = await only_hand(guest)
        status, replay = await get(stranger, f"/api/hands/{hand['id']}")
        assert status == 200
        assert replay["hand"]["you"] is None
        state: dict[str, Any] = {}
        for frame in replay["frames"]:
            state.update(frame["hand"])
            if frame["event"]["kind"] == "deal_ended":
                assert [len(c) for c in state["cards"]] == [17, 17, 17]
        assert guest.view is not None
        assert replay["frames"][-1]["event"]["kind"] == "settled"
        assert state["cards"] == guest.view["hand"]["cards"]
        assert state["factors"] == guest.view["hand"]["factors"]
        assert replay["result"] == guest.view["result"]
        assert len(gzip.compress(json.dumps(replay).encode())) < 20_000
        assert len(json.dumps(replay)) < 120_000


async def test_the_text_record_can_be_read(base: str) -> None:
    async with Guest(base) as guest:
        await whole_hand(guest, "laizi")
        hand = await only_hand(guest)
        status, text = await get(guest, f"/api/hands/{hand['id']}.txt")
        assert status == 200
        assert read(text).final().over


async def test_the_deal_follows_from_the_seeds(base: str) -> None:
    """F118: hash first, then the players' seeds, then the cards; afterwards all can be checked."""
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready", gives_seed=True)
        view = await guest.until(lambda v: v["fairness"]["next_hash"] is not None)
        seal = view["fairness"]["next_hash"]
        assert view["hand"] is None
        await guest.send(type="give_seed", table=guest.table, hash=seal, seed=SEED)
        await guest.play_on(over)
        assert guest.view is not None
        fairness = guest.view["fairness"]
        hand = await only_hand(guest)
        proof = (await get(guest, f"/api/hands/{hand['id']}"))[1]["proof"]
    assert (proof["hash"], proof["hash"]) == (seal, fairness["hash"])
    assert (proof["seed"], proof["client_seeds"]) == (fairness["seed"], fairness["client_seeds"])
    seed = bytes.fromhex(proof["seed"])
    assert hashlib.sha256(seed).hexdigest() == seal
    assert proof["client_seeds"][hand["you"]] == SEED
    mixed = deal_seed(seed, tuple(proof["client_seeds"]), proof["table"], proof["hand_no"])
    again = deal(mixed, 1, PRESETS["qq-classic"].ruleset)
    assert [list(h) for h in again.hands] == proof["deals"][0]["hands"]


async def test_a_seed_for_another_hash_does_not_count(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready", gives_seed=True)
        await guest.until(lambda v: v["fairness"]["next_hash"] is not None)
        await guest.send(type="give_seed", table=guest.table, hash="0" * 64, seed=SEED)
        await guest.play_on(over)
        assert guest.view is not None
        assert guest.view["fairness"]["client_seeds"] == ["", "", ""]
        assert guest.view["fairness"]["next_hash"] is not None


async def test_nothing_of_an_unfinished_hand_can_be_had(server: Server, base: str) -> None:
    """No list, no replay, no text, no seed, whatever is asked."""
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        await guest.until(lambda v: v["hand"] is not None and v["hand"]["phase"] == "call")
        assert guest.table is not None
        runner = server.tables.find(guest.table)
        assert runner is not None
        state = runner.state
        guesses = (guest.table, f"{guest.table}.1", "x", "..", "%2e%2e")
        for path in (f"/api/hands/{g}{end}" for g in guesses for end in ("", ".txt")):
            assert (await get(guest, path))[0] == 404, path
        assert (await get(guest, "/api/hands"))[1]["hands"] == []
        secrets = [s for s in (state.seed, state.next_seed) if s is not None]
        assert len(secrets) == 2
        assert not any(s.encode() in frame for s in secrets for frame in guest.raw)


async def test_what_others_own_is_not_told(base: str) -> None:
    async with Guest(base) as guest:
        await whole_hand(guest)
        async with Guest(base) as other:
            assert (await get(other, "/api/hands"))[1]["hands"] == []
            assert (await get(other, "/api/stats"))[1] == {"tallies": [], "recent": []}
        await guest.http.post(f"{base}/api/logout", json={}, headers={"X-Dizhu": "1"})
        for path in ("/api/hands", "/api/stats", "/api/beans"):
            assert (await get(guest, path))[0] == 401


async def test_statistics_and_beans_tell_the_same_story(base: str) -> None:
    async with Guest(base) as guest:
        await whole_hand(guest)
        hand = await only_hand(guest)
        own = hand["seats"][hand["you"]]
        _, stats = await get(guest, "/api/stats")
        (tally,) = stats["tallies"]
        assert tally["ruleset"] == "qq-classic"
        assert tally["landlord"] + tally["peasant"] == 1
        assert tally["landlord_won"] + tally["peasant_won"] == int(own["won"])
        assert stats["recent"] == [own["delta"]] == [tally["beans"]]
        _, page = await get(guest, "/api/beans?most=50")
        of_hand = [m["beans"] for m in page["movements"] if m["hand"] == hand["id"]]
        assert sum(of_hand) == own["delta"]
        assert sum(m["beans"] for m in page["movements"]) == 10_000 + own["delta"]
        assert page["movements"][-1]["reason"] == "opening"


async def test_lists_are_paged(base: str) -> None:
    async with Guest(base) as guest:
        await whole_hand(guest)
        whole = (await get(guest, "/api/beans?most=50"))[1]["movements"]
        found, cursor = [], ""
        while True:
            _, page = await get(guest, f"/api/beans?most=1{cursor}")
            found += page["movements"]
            if page["next"] is None:
                break
            cursor = f"&before={page['next']}"
        assert found == whole
        for wrong in ("most=x", "before=yesterday", "before=-1.a"):
            assert (await get(guest, f"/api/beans?{wrong}"))[0] == 400


async def test_leaderboards_have_people_only(base: str) -> None:
    async with Guest(base, "Ann") as ann, Guest(base, "Bob") as bob:
        await asyncio.gather(whole_hand(ann), whole_hand(bob))
        _, page = await get(ann, "/api/leaders/beans")
        assert sorted(line["name"] for line in page["lines"]) == ["Ann", "Bob"]
        assert [line["place"] for line in page["lines"]] == [1, 2]
        assert page["lines"][0]["beans"] >= page["lines"][1]["beans"]
        assert page["own"]["name"] == "Ann"
        assert all(line["week"] > 0 for line in (await get(bob, "/api/leaders/week"))[1]["lines"])
        _, rate = await get(bob, "/api/leaders/rate")
        assert (rate["lines"], rate["own"], rate["least"]) == ([], None, 20)
        assert (await get(bob, "/api/leaders/bots"))[0] == 404


async def test_a_client_that_reads_no_gzip(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        await guest.play_on(over)
        hand = await only_hand(guest)
        bodies = []
        for accepted in ("identity", "gzip;q=0", "deflate, gzip", ""):
            headers = {"Accept-Encoding": accepted}
            url = f"{base}/api/hands/{hand['id']}"
            async with guest.http.get(url, headers=headers) as response:
                named = response.headers.get("Content-Encoding")
                assert named == ("gzip" if accepted == "deflate, gzip" else None)
                bodies.append(await response.json())
        assert bodies.count(bodies[0]) == 4
