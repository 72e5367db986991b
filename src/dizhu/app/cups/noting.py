"""What operators do to the cups of the house is noted in their audit log."""

from dizhu.app.operators.cup_deeds import MakeCup
from dizhu.tournament import Competition, Cup


def is_of_friends(cup: Cup, player: str) -> bool:
    """Whether he acts only as the host of his own private cup: that concerns nobody else."""
    return cup.code is not None and cup.host == player


def making(cup: str, competition: Competition, starts_at: int | None) -> MakeCup:
    """A public cup, with what the house gives when all ranks that have a prize are people's."""
    prizes = [(max(p.first, p.last) - p.first + 1, p) for p in competition.prizes]
    return MakeCup(
        cup=cup,
        key=competition.key,
        zh=competition.zh,
        en=competition.en,
        house_beans=sum(ranks * p.beans for ranks, p in prizes),
        house_cards=sum(ranks * p.cards for ranks, p in prizes),
        starts_at=starts_at,
    )
