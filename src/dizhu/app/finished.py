"""What is kept of a hand when it is settled, worked out from its table."""

import base64
import hashlib
import hmac
from dataclasses import dataclass

from dizhu.app.archive import HandSeat, StoredHand
from dizhu.ledger.outcome import Settlement
from dizhu.rules import scoring
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.combos import Kind
from dizhu.rules.state import HandState
from dizhu.table import TableState

ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Began:
    """Where a hand begins in the log: the version after `hand_started`, its time, and who bid first
    in the deal before.
    """

    version: int
    at: int
    previous_first: Seat | None


def finished(table: TableState, began: Began, version: int, at: int) -> StoredHand:
    """The hand that has just been settled; `version` is the one after `settled`."""
    hand, settlement = table.hand, table.settlement
    assert hand is not None, "a settled hand is there until the next"
    assert settlement is not None, "it was settled"
    seats = [_seat(table, hand, settlement, seat) for seat in SEATS]
    return StoredHand(
        id=hand_id(_seed(table), table.table_id, table.hand_no),
        table=table.table_id,
        hand_no=table.hand_no,
        room=table.room,
        ruleset=table.ruleset.name,
        first_version=began.version,
        last_version=version,
        previous_first=began.previous_first,
        started_at=began.at,
        ended_at=at,
        how=settlement.end,
        unit=settlement.unit,
        landlord=settlement.landlord,
        winner=settlement.winner,
        spring=spring(hand),
        multiplier=scoring.multiplier(hand),
        seats=(seats[0], seats[1], seats[2]),
    )


def hand_id(seed: str, table_id: str, hand_no: int) -> str:
    """The id of a hand in links: follows from its seed (hex), so that nobody who knows one can
    guess another, and the same hand always has the same.
    """
    text = f"dizhu hand id\n{table_id}\n{hand_no}"
    digest = hmac.digest(bytes.fromhex(seed), text.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode()[:ID_LENGTH]


def _seed(table: TableState) -> str:
    assert table.seed is not None, "a hand has a seed"
    return table.seed


def _seat(table: TableState, hand: HandState, settlement: Settlement, seat: Seat) -> HandSeat:
    player, landlord = table.seats[seat].player, settlement.landlord
    role = None if landlord is None else "landlord" if seat == landlord else "peasant"
    won = None if settlement.winner is None else settlement.winner.startswith(role or "?")
    return HandSeat(
        player=player.id,
        name=player.name,
        bot=player.bot is not None,
        role=role,
        won=won,
        delta=settlement.delta[seat],
        bombs=sum(p.seat == seat and p.combo.kind in (Kind.BOMB, Kind.ROCKET) for p in hand.played),
    )


def spring(hand: HandState) -> str | None:
    """Whether it was a spring (R-MUL): by the plays of the landlord, P1 and P2."""
    if hand.end != "out" or hand.landlord is None:
        return None
    plays = [hand.plays[(hand.landlord + n) % 3] for n in SEATS]
    return scoring.spring_of(hand.winner == "landlord", plays[0], plays[1], plays[2])
