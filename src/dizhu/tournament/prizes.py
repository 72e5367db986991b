"""The pool and who gets it: every bean of the escrow goes somewhere, and only once."""

from collections.abc import Iterable

from dizhu.tournament.events import Award, Awarded, Refund
from dizhu.tournament.roll import Entrant
from dizhu.tournament.spec import Competition
from dizhu.tournament.state import Cup


def escrow(cup: Cup) -> int:
    """The beans of all entries."""
    return cup.competition.entry.beans * len(cup.entrants)


def refunds(cup: Cup) -> tuple[Refund, ...]:
    """Every entry, back to whom it came from."""
    entry = cup.competition.entry
    if not (entry.beans or entry.cards):
        return ()
    return tuple(
        Refund(e.id, e.bot, entry.beans, 0 if e.bot else entry.cards)
        for e in cup.entrants.by_registration()
    )


def awarded(cup: Cup) -> Awarded:
    """The prizes of a cup in which everybody has a rank."""
    pool = escrow(cup)
    kept = pool * cup.competition.rake_percent // 100
    shares = split(cup.competition, pool - kept, len(cup.entrants))
    awards = tuple(_awards(cup.competition, shares, cup.entrants.by_rank()))
    return Awarded(awards, pool - sum(a.share for a in awards))


def split(competition: Competition, pool: int, ranks: int) -> dict[int, int]:
    """The pool by rank in proportion to the shares of the ranks there are; what rounding leaves
    goes bean by bean to the best. Nobody has a share: nobody gets any.
    """
    parts = {rank: _parts(competition, rank) for rank in range(1, ranks + 1)}
    parts = {rank: part for rank, part in parts.items() if part}
    total = sum(parts.values())
    if not total:
        return {}
    shares = {rank: pool * part // total for rank, part in parts.items()}
    for rank in list(shares)[: pool - sum(shares.values())]:
        shares[rank] += 1
    return shares


def _parts(competition: Competition, rank: int) -> int:
    return sum(p.share for p in competition.prizes if p.covers(rank))


def _awards(
    competition: Competition, shares: dict[int, int], entrants: Iterable[Entrant]
) -> Iterable[Award]:
    for entrant in entrants:
        assert entrant.rank is not None, "prizes are for ranks"
        prizes = [p for p in competition.prizes if p.covers(entrant.rank)]
        award = Award(
            player=entrant.id,
            rank=entrant.rank,
            bot=entrant.bot,
            share=shares.get(entrant.rank, 0),
            beans=sum(p.beans for p in prizes),
            cards=sum(p.cards for p in prizes),
            badge=next((p.badge for p in prizes if p.badge), ""),
        )
        if award.share or award.beans or award.cards or award.badge:
            yield award
