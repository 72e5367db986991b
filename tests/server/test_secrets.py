"""No viewer ever gets a byte of a card he may not know."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from dizhu.bootstrap import Server
from dizhu.rules.cards import rank_of
from tests.server.playing import Guest, Message, over

PUBLIC = ("bottom", "to_beat", "last")


def cards_in(value: Any) -> set[int]:
    """All numbers that may be cards in the parts of a message that hold cards."""
    found: set[int] = set()
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "factors":
                continue
            if key in ("cards", "bottom", "turned"):
                found |= numbers(part)
            elif isinstance(part, dict | list):
                found |= cards_in(part)
    elif isinstance(value, list):
        for part in value:
            found |= cards_in(part)
    return found


def numbers(value: Any) -> set[int]:
    if isinstance(value, list):
        return set().union(*(numbers(v) for v in value)) if value else set()
    return set() if value is None else {value}


@pytest.mark.parametrize("room", ["quick", "laizi", "menzhua", "jj", "match"])
async def test_only_what_one_may_know(server: Server, base: str, room: str) -> None:
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for guest in guests:
            await guest.join(room, start="ready")
        await asyncio.gather(*(g.play_on(over) for g in guests))
        for guest in guests:
            check(guest, server)


def check(guest: Guest, server: Server) -> None:
    """Message by message: cards seen are own cards, played ones, or the opened bottom."""
    assert guest.table is not None
    runner = server.tables.find(guest.table)
    assert runner is not None
    hand, seed = runner.state.hand, runner.state.seed
    assert hand is not None
    assert hand.deal is not None
    assert seed is not None
    known: set[int] | None = set(hand.deal.hands[guest.seat]) if hand.deals == 1 else None
    for message in guest.log:
        view: Message | None = message.get("view")
        if view is not None and view["hand"] is not None and view["result"] is None:
            check_hand(guest.seat, view["hand"])
            if known is not None and not view["hand"]["shows"]:
                known |= made_public(message)
                assert cards_in(message) <= known
    assert not any(
        seed.encode() in frame
        for frame in guest.raw
        if b'"result":{' not in frame  # told with the result, so that the deal can be checked
    )


def made_public(message: Message) -> set[int]:
    """Cards that everybody sees from this message on."""
    turned = message["view"]["hand"]["turned"]
    found = set() if turned is None else {turned}
    for event in message.get("events", ()):
        if event["kind"] in ("played", "landlord_fixed"):
            found |= set(event["cards"])
    return found


def check_hand(viewer: int, hand: Message) -> None:
    """The hands of the others, the bottom, the counter."""
    shown = {s["seat"] for s in hand["shows"]}
    for seat in range(3):
        assert seat == viewer or seat in shown or hand["cards"][seat] is None
    assert hand["landlord"] is not None or hand["bottom"] is None
    assert all(0 <= n <= 4 for n in hand["unseen"])


async def test_the_counter_counts_the_bottom_as_unseen(base: str) -> None:
    """F112, F113."""
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        view = await guest.until(lambda v: v["hand"] is not None and v["hand"]["phase"] == "call")
        own = view["hand"]["cards"][guest.seat]
        assert sum(view["hand"]["unseen"]) == 54 - 17
        for rank in range(15):
            held = sum(rank_of(c) == rank for c in own)
            assert view["hand"]["unseen"][rank] == (1 if rank > 12 else 4) - held
