"""Who is in which cup: in one at a time, from his entry until he is out of it."""

from collections.abc import Iterable

from dizhu.app.cups.names import bot_name, is_bot
from dizhu.tournament import Cup
from dizhu.tournament.events import (
    Cancelled,
    CupEvent,
    DroppedOut,
    Finished,
    Ranked,
    Registered,
    Withdrawn,
)

NAMELESS = "—"


def is_in(cup: Cup, player: str) -> bool:
    """Whether somebody is still in a cup: he has entered, and is neither out nor gone."""
    entrant = cup.entrants.get(player)
    return entrant is not None and not (cup.over or entrant.gone or entrant.rank)


def people_of(cup: Cup) -> list[str]:
    """Everybody of a cup who has a name of his own: those who have entered, and the host."""
    people = [e.id for e in cup.entrants.everybody() if not e.bot]
    return people if cup.host is None else [*people, cup.host]


class Roster:
    """Changed in the same step of the loop in which it is asked."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def of(self, player: str) -> str | None:
        """The cup a player is in."""
        return self._of.get(player)

    def reserve(self, player: str, cup: str) -> bool:
        """He is about to enter; False if he is in another one."""
        return self._of.setdefault(player, cup) == cup

    def release(self, player: str, cup: str) -> None:
        """He is not in it, or not any more."""
        if self._of.get(player) == cup:
            del self._of[player]

    def follow(self, cup: Cup, events: Iterable[CupEvent]) -> None:
        """Somebody came or went."""
        for event in events:
            match event:
                case Registered(player=player, bot=False):
                    self._of[player] = cup.id
                case Withdrawn(player=player) | DroppedOut(player=player):
                    self.release(player, cup.id)
                case Ranked(players=players):
                    for player in players:
                        self.release(player, cup.id)
                case Finished() | Cancelled():
                    for player in cup.entrants:
                        self.release(player, cup.id)
                case _:
                    pass

    def restore(self, cup: Cup) -> None:
        """Those who are in a cup of before."""
        for player in cup.entrants:
            if is_in(cup, player) and not is_bot(player):
                self._of[player] = cup.id

    # --- names ---

    def name(self, player: str) -> str:
        """What somebody in a cup is called."""
        return bot_name(player) if is_bot(player) else self._names.get(player, NAMELESS)

    def forget(self, player: str) -> None:
        """Somebody wants to be forgotten."""
        self._names.pop(player, None)

    def call(self, names: dict[str, str]) -> None:
        """These are called so from now on."""
        self._names.update(names)
