"""Beans: what a hand comes to, as a settlement and as transfers. Pure; standard library only."""

from dizhu.ledger.book import Book, Overdrawn
from dizhu.ledger.escape import escape_penalty_known, escape_penalty_now
from dizhu.ledger.outcome import EscapeCharge, Pair, Payment, Settlement
from dizhu.ledger.posting import transfers_of
from dizhu.ledger.settlement import settle
from dizhu.ledger.titles import level_of, promoted, title_of
from dizhu.ledger.transfers import HOUSE_FEES, HOUSE_GRANTS, Transfer, player_account

__all__ = [
    "HOUSE_FEES",
    "HOUSE_GRANTS",
    "Book",
    "EscapeCharge",
    "Overdrawn",
    "Pair",
    "Payment",
    "Settlement",
    "Transfer",
    "escape_penalty_known",
    "escape_penalty_now",
    "level_of",
    "player_account",
    "promoted",
    "settle",
    "title_of",
    "transfers_of",
]
