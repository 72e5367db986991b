"""What the tables of a running cup tell; whose guesses of a code are counted together."""

from pathlib import Path

import aiohttp
import msgspec
import pytest

from dizhu.bootstrap import Server
from dizhu.server.cup_view import CupViews
from dizhu.server.limiter import Limit
from dizhu.tournament.spec import Stage, Start
from dizhu.tournament.state import Cup
from tests.app.cups.living import entered, live, until
from tests.app.cups.small import POINTS, SWISS, competition
from tests.server.conftest import config
from tests.soak.cup_hall import Hall

BOARDS = Stage("duplicate", start_score=500, options=(("boards", 2), ("rounds", 1)))
MADE = (60, -30, -30)


def _with(cup: Cup, *deltas: tuple[int, int, int]) -> Cup:
    return cup._replace(tables={n: t._replace(deltas=deltas) for n, t in cup.tables.items()})


@pytest.mark.parametrize(("stage", "told"), [(BOARDS, False), (SWISS, True)])
def test_only_where_all_play_other_cards_tables_tell_what_they_made(
    tmp_path: Path, stage: Stage, told: bool
) -> None:
    """F118 and its kind: in a duplicate round the bytes do not depend on what was made."""

    async def work(hall: Hall) -> None:
        cup_id = await entered(hall, "a", "b", "c", "d", "e", "f")
        running = hall.cups.find(cup_id)
        assert running is not None
        await until(lambda: len(running.cup.tables) == 2)
        views = CupViews(hall.cups, hall.sight, hall.clock, lambda _player, _cup: False)

        def sent(cup: Cup) -> list[bytes]:
            tables = cup.tables.values()
            return [msgspec.json.encode(views.table(cup, t, "t", watch=False)) for t in tables] + [
                msgspec.json.encode((views.view(cup, "a"), views.standing(cup)))
            ]

        before, after = sent(_with(running.cup)), sent(_with(running.cup, MADE))
        assert (before != after) is told

    ruleset = POINTS.with_options({"loser_cap": "none", "winner_cap": "none"})
    start = Start(mode="full", size=6)
    live(tmp_path, work, competition(stage, start, ruleset=ruleset, kind="championship"))


async def test_behind_a_proxy_everybody_has_his_own_guesses(tmp_path: Path) -> None:
    limits = {"cup.code": Limit(2, 600)}
    server = Server(config(tmp_path, limits=limits, proxies=("127.0.0.0/8",)))
    await server.start()
    try:
        async with aiohttp.ClientSession() as http:
            url = f"http://127.0.0.1:{server.port}/api/cups/nope?code=ABCDEF"

            async def status(address: str) -> int:
                async with http.get(url, headers={"X-Forwarded-For": address}) as answer:
                    return answer.status

            assert [await status("203.0.113.1") for _ in range(3)] == [404, 404, 429]
            assert await status("198.51.100.2") == 404
    finally:
        await server.stop()
