"""The transfers of a settlement, under ids that are the same however often they are made."""

from dizhu.ledger.outcome import Settlement
from dizhu.ledger.transfers import HOUSE_FEES, Transfer
from dizhu.rules.actions import SEATS

Accounts = tuple[str, str, str]


def transfers_of(
    settlement: Settlement, table_id: str, hand_no: int, accounts: Accounts
) -> tuple[Transfer, ...]:
    """What a hand moves between the accounts of the seats and the house, in an order in which no
    balance falls below 0 on the way.

    Points are the table's own business: they move no beans.
    """
    if settlement.unit != "beans":
        return ()
    prefix = f"{table_id}/{hand_no}"
    payments = _payments(settlement, prefix, accounts)
    fees = _fees(settlement, prefix, accounts)
    return (*fees, *payments) if settlement.fees_first else (*payments, *fees)


def _payments(settlement: Settlement, prefix: str, accounts: Accounts) -> list[Transfer]:
    escaped = settlement.end == "escape"
    kind = "escape" if escaped else "pair"
    transfers: list[Transfer] = []
    for payment in settlement.payments:
        won_by_landlord = payment.credit == settlement.landlord
        key = payment.debit if won_by_landlord and not escaped else payment.credit
        name = f"{prefix}/{kind}/{key}"
        debit, credit = accounts[payment.debit], accounts[payment.credit]
        transfers.append(Transfer(name, debit, credit, payment.amount, kind))
    return transfers


def _fees(settlement: Settlement, prefix: str, accounts: Accounts) -> list[Transfer]:
    return [
        Transfer(f"{prefix}/fee/{seat}", accounts[seat], HOUSE_FEES, settlement.fees[seat], "fee")
        for seat in SEATS
        if settlement.fees[seat]
    ]
