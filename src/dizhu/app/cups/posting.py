"""What the events of a cup move: entries into escrow, refunds out of it, prizes.

Every id follows from the cup and the registration or rank, so that the same events always make the
same transfers, and none is ever made twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dizhu.app.wallet import HOUSE_BOTS
from dizhu.ledger.holdings import HOUSE_CUPS, PLATINUM, Move, badge
from dizhu.ledger.transfers import HOUSE_DEPARTED, HOUSE_FEES, Transfer, player_account
from dizhu.tournament import Cup
from dizhu.tournament.events import Award, Awarded, Cancelled, CupEvent, Registered, Withdrawn
from dizhu.tournament.roll import Entrant

ENTRY, REFUND, PRIZE, KEPT = "cup_entry", "cup_refund", "cup_prize", "cup_kept"
REASONS = (ENTRY, REFUND, PRIZE, KEPT)

Posting = Transfer | Move


@dataclass(frozen=True, slots=True)
class Postings:
    """Beans and other things that move."""

    transfers: tuple[Transfer, ...] = ()
    moves: tuple[Move, ...] = ()

    def __add__(self, other: "Postings") -> "Postings":
        return Postings(self.transfers + other.transfers, self.moves + other.moves)


def prefix(cup: str) -> str:
    """Begins the ids of everything that a cup moves."""
    return f"cup:{cup}/"


def escrow_account(cup: str) -> str:
    """Where the entries of a cup lie; it may never fall below 0, and is empty at the end."""
    return f"cup:{cup}"


def postings(before: Cup, events: Sequence[CupEvent], after: Cup) -> Postings:
    """What one command's events move; `before` and `after` them."""
    made = [p for event in events for p in _postings(before, event, after)]
    return Postings(
        tuple(p for p in made if isinstance(p, Transfer)),
        tuple(p for p in made if isinstance(p, Move)),
    )


def _postings(before: Cup, event: CupEvent, after: Cup) -> Iterator[Posting]:
    match event:
        case Registered(player, _, beans, cards):
            yield from _Entry(after.id, after.entrants[player]).in_escrow(beans, cards)
        case Withdrawn(player, beans, cards):
            yield from _Entry(before.id, before.entrants[player]).given_back(beans, cards)
        case Cancelled(_, refunds):
            for refund in refunds:
                entry = _Entry(after.id, after.entrants[refund.player])
                yield from entry.given_back(refund.beans, refund.cards)
        case Awarded(awards, kept):
            for award in awards:
                yield from _award(after.id, award, after.entrants[award.player])
            if kept:
                name = f"{prefix(after.id)}kept"
                yield Transfer(name, escrow_account(after.id), HOUSE_FEES, kept, KEPT)
        case _:
            return


@dataclass(frozen=True, slots=True)
class _Entry:
    cup: str
    entrant: Entrant

    def in_escrow(self, beans: int, cards: int) -> Iterator[Posting]:
        yield from self._move("entry", _account(self.entrant), self._escrow, beans, cards)

    def given_back(self, beans: int, cards: int) -> Iterator[Posting]:
        yield from self._move("refund", self._escrow, _account(self.entrant), beans, cards)

    @property
    def _escrow(self) -> str:
        return escrow_account(self.cup)

    def _move(
        self, what: str, debit: str, credit: str, beans: int, cards: int
    ) -> Iterator[Posting]:
        name, reason = f"{prefix(self.cup)}{what}/{self.entrant.reg}", f"cup_{what}"
        if beans:
            yield Transfer(name, debit, credit, beans, reason)
        if cards:
            yield Move(name, debit, credit, PLATINUM, cards, reason)


def _account(entrant: Entrant) -> str:
    """Where his beans come from and go to."""
    if entrant.departed:
        return HOUSE_DEPARTED
    return HOUSE_BOTS if entrant.bot else player_account(entrant.id)


def _award(cup: str, award: Award, entrant: Entrant) -> Iterator[Posting]:
    """The share of a bot, or of who has departed, goes to the house; what the house itself would
    give stays there.
    """
    name = f"{prefix(cup)}prize/{award.rank}"
    account = _account(entrant)
    if award.share:
        yield Transfer(f"{name}/share", escrow_account(cup), account, award.share, PRIZE)
    if not entrant.paid:
        return
    if award.beans:
        yield Transfer(f"{name}/beans", HOUSE_CUPS, account, award.beans, PRIZE)
    if award.cards:
        yield Move(f"{name}/cards", HOUSE_CUPS, account, PLATINUM, award.cards, PRIZE)
    if award.badge:
        yield Move(f"{name}/badge", HOUSE_CUPS, account, badge(award.badge), 1, PRIZE)
