"""What a cup came to: the champion, and the final ranks with their prizes."""

from dataclasses import dataclass, replace

from dizhu.tournament.events import Award
from dizhu.tournament.prizes import awarded
from dizhu.tournament.roll import Entrant
from dizhu.tournament.state import Cup, Phase


def champion(cup: Cup) -> str | None:
    """Who has won."""
    if cup.phase is not Phase.FINISHED:
        return None
    return next((e.id for e in cup.entrants.everybody() if e.rank == 1), None)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of the final result, flat, as it is stored: the prize of the rank, though of a bot's
    nothing is paid. Who had departed before the end has none.
    """

    rank: int
    player: str
    bot: bool
    score: int
    beans: int
    cards: int
    badge: str

    @property
    def unpaid(self) -> bool:
        """Whether there is a prize for this rank that nobody gets."""
        return self.bot and bool(self.beans or self.cards or self.badge)


def paid(row: ResultRow) -> ResultRow:
    """With what was really paid: bots get nothing, their shares go back to the house."""
    return replace(row, beans=0, cards=0, badge="") if row.bot else row


def results(cup: Cup) -> tuple[ResultRow, ...]:
    """The final ranks with their prizes, best first; () before the end."""
    if cup.phase is not Phase.FINISHED:
        return ()
    prizes = {a.player: a for a in awarded(cup).awards}
    return tuple(_result(e, prizes.get(e.id)) for e in cup.entrants.by_rank())


def _result(entrant: Entrant, prize: Award | None) -> ResultRow:
    assert entrant.rank is not None, "a finished cup has ranks"
    if entrant.departed:
        prize = None
    beans = prize.share + prize.beans if prize else 0
    cards, badge = (prize.cards, prize.badge) if prize else (0, "")
    return ResultRow(entrant.rank, entrant.id, entrant.bot, entrant.score, beans, cards, badge)
