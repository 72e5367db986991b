"""What a deed was, from the details of its entry in the audit log. Every field is told, but for
those that stand in the entry's action and target already.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from dizhu.cli.admin.times import shown

Deed = dict[str, Any]


def details(written: str) -> Iterator[str]:
    """`+250 beans`, `until 2026-12-24 18:00+08:00`, `dismissed` and so on."""
    deed: Deed = json.loads(written)
    for fields, words in _WORDS:
        if fields <= deed.keys() and (said := words(deed)):
            yield said


def _texts(deed: Deed) -> str:
    texts = (deed.get(name) for name in ("zh", "en", "text"))
    return " / ".join(text for text in texts if text)


def _beans(deed: Deed) -> str:
    transfer, account = deed["transfer"], f"player:{deed['player']}"
    beans = transfer["beans"] if transfer["credit"] == account else -transfer["beans"]
    return f"{beans:+,} beans"


def _prizes(deed: Deed) -> str:
    beans, cards = deed["house_beans"], deed["house_cards"]
    given = [f"{beans:,} beans"] * bool(beans) + [f"{cards} cards"] * bool(cards)
    return "the house gives at most " + (" and ".join(given) or "nothing")


def _starts(deed: Deed) -> str:
    at = deed["starts_at"]
    return "" if at is None else f"starts {shown(at)}"


_WORDS: tuple[tuple[set[str], Callable[[Deed], str]], ...] = (
    ({"transfer"}, _beans),
    ({"until"}, lambda deed: f"until {shown(deed['until'])}" if deed["until"] else "for good"),
    ({"outcome"}, lambda deed: str(deed["outcome"])),
    ({"key"}, lambda deed: str(deed["key"])),
    ({"zh"}, _texts),
    ({"text"}, _texts),
    ({"expires_at"}, lambda deed: f"until {shown(deed['expires_at'])}"),
    ({"house_beans"}, _prizes),
    ({"starts_at"}, _starts),
)
"""Which fields, and what is said of them."""
