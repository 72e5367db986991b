"""Who sits with whom: draws from the cup's secret seed, groups of three, stand-ins, deal seeds."""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence

from dizhu.rules.shuffle import Draw
from dizhu.tournament.events import TablePlan, TablesSeated
from dizhu.tournament.roll import Entrant
from dizhu.tournament.schedule import base_at
from dizhu.tournament.state import STAND_INS, Cup, Table, Three

Groups = list[Three]


def drawn(cup: Cup, label: str, players: Iterable[str]) -> list[str]:
    """The players in an order drawn by lot; the same label and field give the same order."""
    order, draw = list(players), Draw(bytes.fromhex(cup.seed), label)
    for i in range(len(order) - 1, 0, -1):
        j = draw.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def threes(players: Sequence[str]) -> Groups:
    """Neighbours in groups of three; one or two left over at the end get no group."""
    full = len(players) // 3 * 3
    return [(players[i], players[i + 1], players[i + 2]) for i in range(0, full, 3)]


def with_stand_ins(players: Sequence[str]) -> Groups:
    """Neighbours in groups of three; nobody of two players or more is left over: the last one or
    two groups are pairs with a stand-in.
    """
    missing = -len(players) % 3
    full = len(players) - 2 * missing
    pairs = zip(players[full::2], players[full + 1 :: 2], STAND_INS, strict=False)
    return [*threes(players[:full]), *pairs]


def bots_may_stand_in(cup: Cup) -> bool:
    """Whether bots may make up tables of three."""
    return cup.competition.start.bots


def enough_to_play(cup: Cup, field: int) -> bool:
    """Whether so many can be seated at all."""
    return field >= (2 if bots_may_stand_in(cup) else 3)


def resting_count(cup: Cup, field: int) -> int:
    """How many of a field have to sit a round out."""
    return 0 if bots_may_stand_in(cup) else field % 3


def groups_of(cup: Cup, players: Sequence[str]) -> Groups:
    """The groups of a round; the number of players fits unless bots may stand in."""
    return with_stand_ins(players) if bots_may_stand_in(cup) else threes(players)


def own_score(entrant: Entrant) -> int:
    """Scores that simply go on."""
    return entrant.score


def seat(
    cup: Cup,
    groups: Groups,
    hands: int,
    now: int,
    *,
    resting: tuple[str, ...] = (),
    starts: bool = True,
    same_deals: bool = False,
    score_of: Callable[[Entrant], int] = own_score,
) -> TablesSeated:
    """The event that seats these groups now. `same_deals`: all tables play the same boards."""
    round_no = cup.round + 1 if starts else cup.round
    base = base_at(cup, now)
    plans = []
    for number, players in enumerate(groups, cup.next_table):
        scores = [
            score_of(cup.entrants[p]) if p in cup.entrants else cup.stage_now.start_score
            for p in players
        ]
        deal = f"{cup.stage}/{round_no}/{'boards' if same_deals else number}"
        plans.append(
            TablePlan(number, players, (scores[0], scores[1], scores[2]), hands, base, deal)
        )
    return TablesSeated(round_no, tuple(plans), resting, starts, now)


def deal_seed(cup: Cup, table: Table) -> bytes:
    """The secret 32 bytes from which the deals of a table's present hand follow.

    Tables with the same `deal` label get the same cards, hand by hand.
    """
    label = f"deal/{cup.id}/{table.deal}/{table.hand}/{table.attempt}"
    return hmac.digest(bytes.fromhex(cup.seed), label.encode(), hashlib.sha256)
