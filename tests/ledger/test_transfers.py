"""Transfers: double entry, posted once, never through a negative balance."""

import pytest
from hypothesis import given

from dizhu.ledger import (
    HOUSE_FEES,
    HOUSE_GRANTS,
    Book,
    Overdrawn,
    Transfer,
    player_account,
    settle,
    transfers_of,
)
from dizhu.ledger.settlement import Result, settle_result
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3i
from tests.ledger.kit import bean_results, bean_rules, over, purses, stakes
from tests.rules.kit import rules

ACCOUNTS = (player_account("a"), player_account("b"), player_account("c"))


def book_with(beans: type_3i) -> Book:
    """A book in which the house has granted these beans."""
    book = Book()
    for account, amount in zip(ACCOUNTS, beans, strict=True):
        if amount:
            book.post([Transfer(f"grant/{account}", HOUSE_GRANTS, account, amount, "grant")])
    return book


@given(bean_rules, stakes, bean_results, purses)
def test_posting_a_settlement_gives_each_seat_its_delta(
    ruleset: Ruleset, numbers: Stakes, outcome: Result, before: type_3i
) -> None:
    """F61, F62: the transfers say what the settlement says, and no balance is below 0 on the way
    (Book raises Overdrawn).
    """
    got = settle_result(ruleset, numbers, outcome, before)
    book = book_with(before)
    book.post(transfers_of(got, "t", 1, ACCOUNTS))
    assert tuple(book.balance(a) for a in ACCOUNTS) == got.after
    assert book.balance(HOUSE_FEES) == got.system
    assert sum(book.accounts().values()) == 0


def test_ids_are_the_same_each_time_and_differ_from_hand_to_hand() -> None:
    """F65, F67: a settlement that is posted again after a failure is posted once."""
    got = settle(over(rules(), 0))
    first, again = transfers_of(got, "t7", 3, ACCOUNTS), transfers_of(got, "t7", 3, ACCOUNTS)
    assert first == again
    assert [t.id for t in first] == [
        "t7/3/pair/1",
        "t7/3/pair/2",
        "t7/3/fee/0",
        "t7/3/fee/1",
        "t7/3/fee/2",
    ]
    book = book_with(got.before)
    book.post(first)
    book.post(again)
    assert tuple(book.balance(a) for a in ACCOUNTS) == got.after
    assert not {t.id for t in first} & {t.id for t in transfers_of(got, "t7", 4, ACCOUNTS)}


def test_points_move_no_beans() -> None:
    """Unit points: the table keeps the scores."""
    assert transfers_of(settle(over(rules("jj-happy"), 0)), "t", 1, ACCOUNTS) == ()


def test_fees_first_when_the_rules_say_so() -> None:
    """G-SET-1 `before`: a loser's last beans go to the house before they go to the winner."""
    got = settle(over(rules(fee_order="before"), 0))
    reasons = [t.reason for t in transfers_of(got, "t", 1, ACCOUNTS)]
    assert reasons == ["fee", "fee", "fee", "pair", "pair"]


def test_book_posts_all_or_nothing() -> None:
    """F68: an overdraft is refused and nothing of the batch stays."""
    book = book_with((100, 0, 0))
    batch = [
        Transfer("x/1", ACCOUNTS[0], ACCOUNTS[1], 60, "pair"),
        Transfer("x/2", ACCOUNTS[0], ACCOUNTS[2], 60, "pair"),
    ]
    with pytest.raises(Overdrawn):
        book.post(batch)
    assert [book.balance(a) for a in ACCOUNTS] == [100, 0, 0]
    book.post(batch[:1])
    assert book.balance(ACCOUNTS[1]) == 60


def test_an_id_is_for_one_transfer() -> None:
    """The same id with another amount is a fault, not a no-op."""
    book = book_with((100, 0, 0))
    book.post([Transfer("x", ACCOUNTS[0], ACCOUNTS[1], 60, "pair")])
    with pytest.raises(ValueError, match="another transfer"):
        book.post([Transfer("x", ACCOUNTS[0], ACCOUNTS[1], 61, "pair")])


@pytest.mark.parametrize(
    ("debit", "credit", "beans"), [("a", "b", 0), ("a", "b", -5), ("a", "a", 5), ("", "b", 5)]
)
def test_a_transfer_moves_something_somewhere(debit: str, credit: str, beans: int) -> None:
    """No transfer of nothing, of less than nothing, or to oneself."""
    with pytest.raises(ValueError, match="transfer"):
        Transfer("id", debit, credit, beans, "pair")
