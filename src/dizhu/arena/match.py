"""One deal of a match: it is played twice, with the sides exchanged.

One side has one seat, the other two; in the second game it is the other way round. Where the
landlord is given, it is the seat alone; else whoever wins the auction.
"""

import hashlib
from dataclasses import dataclass

from dizhu.arena.formats import Format
from dizhu.arena.game import Actor, Game, points
from dizhu.arena.players import Player
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.state import type_3i

SIDES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. `alone`: which side had one seat, `seat`: which; `delta`: points by
    seat; `winner`: "landlord", "peasants" or None.
    """

    alone: str
    seat: Seat
    landlord: Seat | None
    winner: str | None
    delta: type_3i
    bombs: int

    def side(self, seat: Seat) -> str:
        """The side of a seat."""
        return self.alone if seat == self.seat else _other(self.alone)

    def won(self, seat: Seat) -> bool:
        """Whether a seat has won."""
        return (self.winner == "landlord") == (seat == self.landlord)


@dataclass(frozen=True, slots=True)
class DealResult:
    """Both games of a deal; `seconds`: by side, how long its answers in the play took."""

    deal: int
    games: tuple[Played, Played]
    seconds: tuple[list[float], list[float]]
    faults: tuple[int, int] = (0, 0)


def seed_of(seed: str, deal: int) -> bytes:
    """The seed of the cards of a deal."""
    return hashlib.sha256(f"arena/{seed}/{deal}".encode()).digest()


def play_deal(form: Format, seed: str, deal: int, players: tuple[Player, Player]) -> DealResult:
    """Play a deal twice. Raises BadAnswer."""
    seconds: tuple[list[float], list[float]] = ([], [])
    before = (players[0].faults, players[1].faults)
    first = _play(form, seed, deal, players, 0, seconds)
    second = _play(form, seed, deal, players, 1, seconds)
    faults = (players[0].faults - before[0], players[1].faults - before[1])
    return DealResult(deal, (first, second), seconds, faults)


def _play(
    form: Format,
    seed: str,
    deal: int,
    players: tuple[Player, Player],
    alone: int,
    seconds: tuple[list[float], list[float]],
) -> Played:
    seat = deal % 3
    sides = [alone if s == seat else 1 - alone for s in SEATS]
    name = f"{seed}/{deal}/{players[alone].name}"
    actors: list[Actor] = [
        players[side].sit(f"{name}/{s}", s, form) for s, side in enumerate(sides)
    ]
    game = Game(form, seed_of(seed, deal), actors, seat if form.given else None)
    state = game.play()
    for s, side in enumerate(sides):
        seconds[side].extend(game.seconds[s])
        players[side].leave(f"{name}/{s}", s, state)
    bombs = state.bombs + state.rockets
    return Played(SIDES[alone], seat, state.landlord, state.winner, points(state), bombs)


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]
