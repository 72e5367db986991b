"""What operators do to the cups of the house is noted in their audit log."""

from dizhu.app.operators.cup_deeds import MakeCup
from dizhu.tournament import Competition, Cup


def is_of_friends(cup: Cup, player: str) -> bool:
    """Whether he acts only as the host of his own private cup: that concerns nobody else."""
    return cup.code is not None and cup.host == player


def house_gives(competition: Competition) -> tuple[int, int]:
    """Beans and cards of the house when all ranks that have a prize are people's."""
    size = competition.start.size
    ranks = [max(0, min(size, max(p.first, p.last)) - p.first + 1) for p in competition.prizes]
    rows = list(zip(ranks, competition.prizes, strict=True))
    return sum(n * p.beans for n, p in rows), sum(n * p.cards for n, p in rows)


def making(cup: str, competition: Competition, starts_at: int | None) -> MakeCup:
    """A public cup, with what the house gives at most."""
    beans, cards = house_gives(competition)
    return MakeCup(
        cup=cup,
        key=competition.key,
        zh=competition.zh,
        en=competition.en,
        house_beans=beans,
        house_cards=cards,
        starts_at=starts_at,
    )
