"""What is printed tells what --json tells."""

import typing
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from dizhu.app.operators import cup_deeds, deeds
from dizhu.app.operators.deeds import HOST, Announce, Compensate, Order
from dizhu.cli.admin.show import SHOWN
from dizhu.cli.admin.times import shown
from dizhu.ledger.transfers import Transfer
from dizhu.server.admin import AuditPage, AuditView
from dizhu.store.noting import details_of

KINDS = [*typing.get_args(deeds.Deed), *typing.get_args(cup_deeds.CupDeed)]
AT = 1_900_000_000_000


def printed(order: Order, following: int | None = None) -> list[str]:
    """An entry as the command line prints it."""
    view = AuditView(
        id=5,
        at=order.at,
        by=order.by,
        by_name=order.by,
        action=order.action,
        target=order.target,
        target_name="",
        reason=order.reason,
        details=details_of(order),
        command=order.command,
    )
    page = msgspec.to_builtins(AuditPage((view,), following))
    return list(SHOWN["audit"](page))


def some(name: str, kind: Any) -> Any:
    """A value for a field of a deed, and nothing like the others."""
    values: dict[Any, Any] = {bool: True, int: AT, int | None: AT + 86_400_000, str: f"a {name}"}
    return (
        Transfer("t", "house", "player:a player", 1234, "x") if kind is Transfer else values[kind]
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_of_every_deed_is_printed(kind: Any) -> None:
    """Reason, amount, end, and whatever a new deed may have."""
    hints = typing.get_type_hints(kind)
    deed = kind(**{f.name: some(f.name, hints[f.name]) for f in fields(kind)})
    line = printed(Order("boss", "command-7", AT, "the reason", deed))[0]
    assert "the reason" in line
    assert "command-7" in line
    assert "boss" in line
    for field in fields(kind):
        value = getattr(deed, field.name)
        match value:
            case bool():
                continue  # the action's name: drain, undrain
            case Transfer():
                wanted = ["+1,234 beans"]
            case int():
                wanted = [shown(value), f"{value:,}", str(value)]
            case _:
                wanted = [value]
        assert any(text in line for text in wanted), (field.name, line)


def test_beans_taken_back_and_what_has_no_end() -> None:
    back = Transfer("t", "player:p", "house:compensation", 30, "compensation")
    assert (
        "compensate p, -30 beans: x" in printed(Order(HOST, "c", AT, "x", Compensate("p", back)))[0]
    )
    for_good = printed(Order(HOST, "c", AT, "x", deeds.Impose("ban", "p", None)))
    assert "ban p, for good: x" in for_good[0]


def test_a_deed_without_a_reason_and_a_page_with_more() -> None:
    lines = printed(Order(HOST, "c", AT, "", Announce("n", "", "soon", AT)), 4)
    assert lines[0].endswith(f"announce n, soon, until {shown(AT)}  [c]")
    assert lines[1] == "more: --before 4"
