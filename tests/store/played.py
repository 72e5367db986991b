"""A database in which hands have been played, made once for all tests that read or spoil it."""

import asyncio
from pathlib import Path

from dizhu.app.health import Health
from dizhu.app.ports import PlayerRow
from dizhu.app.table_log import TableLog, unheard
from dizhu.ledger.transfers import HOUSE_GRANTS, Transfer, player_account
from dizhu.rules.actions import SEATS
from dizhu.rules.ruleset import preset
from dizhu.rules.state import type_3i
from dizhu.rules.view import observe
from dizhu.store.codec import table_codec
from dizhu.store.sqlite import SqliteStore
from dizhu.table import (
    Act,
    Again,
    Expire,
    OpenTable,
    Player,
    StartHand,
    Status,
    TableCommand,
    TableState,
    decide,
)
from tests.players import RandomPlayer

BEGIN = 1_700_000_000_000
GIVEN = ("0" * 32, "", "f" * 32)
HANDS = 2


class Play:
    """A table whose every decision is stored."""

    def __init__(self, store: SqliteStore, table: str, name: str) -> None:
        self.store = store
        self.log = TableLog(table, store, Health(), lambda _update, _balances: None)
        self.name = name
        self.now = BEGIN

    @property
    def table(self) -> TableState:
        assert self.log.state is not None
        return self.log.state

    async def do(self, command: TableCommand) -> None:
        self.now += 10
        await self.log.commit(decide(self.log.state, command, self.now), self.now, unheard)

    async def beans(self) -> type_3i:
        accounts = [player_account(s.player.id) for s in self.table.seats]
        found = await self.store.balances(accounts)
        one, two, three = (found[a] for a in accounts)
        return (one, two, three)

    async def hand(self, number: int) -> None:
        """From the seeds to the settlement."""
        seed = bytes([number]) * 32
        await self.do(StartHand(await self.beans(), None, GIVEN, seed))
        players = [RandomPlayer((self.name, number, s)) for s in SEATS]
        while self.table.status is Status.PLAYING:
            hand = self.table.hand
            assert hand is not None
            asked = hand.asked()
            if asked:
                await self.do(Act(asked[0], players[asked[0]].act(observe(hand, asked[0]))))
            else:
                clock = self.table.clocks[0]
                self.now = max(self.now, clock.at)
                await self.do(Expire(clock))


async def _play(folder: Path) -> None:
    store = SqliteStore(folder, table_codec())
    for number, name in enumerate(("qq-classic", "qq-laizi", "jj-match")):
        base = preset(name)
        people = (Player(f"a{number}", "A"), Player(f"b{number}", "B"), Player(f"c{number}", "C"))
        for person in people:
            account = player_account(person.id)
            grant = Transfer(f"opening:{person.id}", HOUSE_GRANTS, account, 9_000_000, "opening")
            row = PlayerRow(person.id, person.name, "zh", "guest", BEGIN)
            await store.add_player(row, [grant])
        play = Play(store, f"t{number}", name)
        rules = base.ruleset.with_options({"deal_step_ms": 0})
        await play.do(
            OpenTable(f"t{number}", "r", rules, base.stakes, people, seed=bytes([9 - number]) * 32)
        )
        for hand in range(HANDS):
            await play.hand(hand + 10 * number)
            if hand + 1 < HANDS:
                for seat in SEATS:
                    await play.do(Again(seat))
    store.close()


def play_some(folder: Path) -> None:
    """Three tables of two hands each, all still open."""
    asyncio.run(_play(folder))
