"""A table of a cup as it is opened: its people, its stakes, its scores."""

from dataclasses import replace

from dizhu.app.crew import NAMES
from dizhu.app.cups.house import House
from dizhu.app.cups.names import ROOM, TableName, bot_name, is_bot, seat_id
from dizhu.rules.actions import SEATS
from dizhu.rules.state import type_3i
from dizhu.table import OpenTable, Player
from dizhu.tournament import Cup
from dizhu.tournament.state import BOT_MARK, Table


def opening(cup: Cup, table: Table, name: TableName, house: House) -> OpenTable:
    """The command that opens it. Who has dropped out before is played for by a bot."""
    one, two, three = (_player(cup, table, seat, house) for seat in SEATS)
    return OpenTable(
        table_id=name.id,
        room=f"{ROOM}{cup.competition.key}",
        ruleset=cup.competition.ruleset,
        stakes=replace(cup.competition.stakes, base=table.base),
        players=(one, two, three),
        scores=scores_now(table),
        pace=house.pace,
        asks_next=False,
        hands=table.hands - table.hand + 1,
    )


def _player(cup: Cup, table: Table, seat: int, house: House) -> Player:
    player = table.players[seat]
    if is_bot(player):
        seat_name = seat_id(cup.id, table.number, player)
        return Player(seat_name, bot_name(player), house.bot, "ready")
    if cup.entrants[player].gone:
        stand_in = f"{BOT_MARK}{cup.id}-{table.number}-g{seat}"
        return Player(stand_in, _free_name(table, seat), house.bot, "ready")
    return Player(player, house.name_of(player), start="ready")


def _free_name(table: Table, seat: int) -> str:
    """Of a bot at this table that nobody else there has."""
    taken = [bot_name(p) for p in table.players if is_bot(p)]
    free = [name for name in NAMES if name not in taken]
    return free[(table.number + seat) % len(free)]


def scores_now(table: Table) -> type_3i:
    """What its players have now."""
    one, two, three = (table.scores[s] + sum(d[s] for d in table.deltas) for s in SEATS)
    return (one, two, three)


def bound_of(cup: Cup, table: Table) -> list[str]:
    """Who has to be free before it can be opened: its people, and its bots as well."""
    bots = [seat_id(cup.id, table.number, p) for p in table.players if is_bot(p)]
    return bots + people_of(cup, table)


def people_of(cup: Cup, table: Table) -> list[str]:
    """Those who are to sit there themselves."""
    return [p for p in table.players if not is_bot(p) and not cup.entrants[p].gone]
