"""What must hold after every event of a table, whatever the bots do."""

import random
from collections.abc import Callable
from dataclasses import replace

from dizhu.cli.simulate.game import Broken, Game
from dizhu.rules.actions import SEATS, Deal, Seat
from dizhu.rules.cards import DECK, Card, sort_cards
from dizhu.rules.events import Dealt
from dizhu.rules.state import HandState, Phase
from dizhu.table import TableEvent, TableState, replay, see
from dizhu.table.events import HandHappened, HandStarted
from dizhu.table.view import PublicEvent, TableSeen, public_event

VIEWERS: tuple[Seat | None, ...] = (0, 1, 2, None)


class Checks:
    """A watcher of a game. `viewers`: how many of the four viewers are tried after each event."""

    def __init__(self, seed: str, viewers: int = 1) -> None:
        self._random = random.Random(seed)  # noqa: S311 - which hidden cards are exchanged
        self._viewers = viewers
        self._known: tuple[int, TableState | None] = (0, None)

    def __call__(self, game: Game, event: TableEvent) -> None:
        """Raises Broken when something does not hold."""
        hand = game.table.hand
        if hand is not None and hand.deal is not None and isinstance(event, HandHappened):
            _all_cards(game, hand)
            for viewer in self._random.sample(VIEWERS, self._viewers):
                self._nothing_hidden_seen(game, hand, event, viewer)
        if isinstance(event, HandStarted) and event.seed in repr(public_event(event, game.table)):
            raise Broken(f"{game.where}: the seed is told")

    def after_hand(self, game: Game) -> None:
        """What must hold between hands."""
        balances = game.book.accounts()
        if sum(balances.values()) != 0:
            raise Broken(f"{game.where}: beans were made or lost: {balances}")
        if any(game.book.balance(a) < 0 for a in game.accounts):
            raise Broken(f"{game.where}: a balance is negative: {balances}")
        self._log_leads_here(game)

    def _log_leads_here(self, game: Game) -> None:
        """The log since the last hand, read on from the table that was checked then."""
        at, table = self._known
        if table is None or table.table_id != game.table.table_id:
            at, table = 0, None
        if replay(game.events[at:], table) != game.table:
            raise Broken(f"{game.where}: the log does not lead to the table as it is")
        self._known = (len(game.events), game.table)

    def _nothing_hidden_seen(
        self, game: Game, hand: HandState, event: HandHappened, viewer: Seat | None
    ) -> None:
        """Exchange the cards that the viewer cannot know: he must see no difference."""
        hidden = sorted(set(DECK) - known_cards(hand, viewer))
        moved = self._random.sample(hidden, len(hidden))
        swap = dict(zip(hidden, moved, strict=True))
        other = replace(game.table, hand=exchanged(hand, swap))
        if told(other, event, viewer) != told(game.table, event, viewer):
            raise Broken(f"{game.where}: viewer {viewer} can tell hidden cards after {event}")


def _all_cards(game: Game, hand: HandState) -> None:
    """54 different cards: held, played, and at the bottom before there is a landlord."""
    assert hand.deal is not None, "cards are dealt"
    cards = [c for held in hand.cards for c in held]
    cards += [c for combo in hand.played for c in combo.cards]
    if hand.landlord is None:
        cards += hand.deal.bottom
    if sorted(cards) != list(DECK):
        raise Broken(f"{game.where}: these are not the 54 cards: {sorted(cards)}")


def known_cards(hand: HandState, viewer: Seat | None) -> set[Card]:
    """What a viewer may know, worked out apart from the filter that is being checked."""
    assert hand.deal is not None, "cards are dealt"
    if hand.over:
        return set(DECK)
    known = {c for combo in hand.played for c in combo.cards}
    if hand.landlord is not None:
        known.update(hand.deal.bottom)
    if hand.deal.turned is not None:
        known.add(hand.deal.turned)
    for seat in SEATS:
        own = seat == viewer and not _face_down(hand, seat)
        if own or hand.showed(seat):
            known.update(_received(hand, seat))
    return known


def _face_down(hand: HandState, seat: Seat) -> bool:
    """G-BLIND-1."""
    return (
        hand.ruleset.deal_order == "hidden"
        and hand.landlord is None
        and not hand.auction.looked[seat]
    )


def _received(hand: HandState, seat: Seat) -> tuple[Card, ...]:
    assert hand.deal is not None, "cards are dealt"
    if hand.phase is Phase.DEAL:
        return hand.deal.hands[seat][: hand.dealt_to]
    return hand.cards[seat]


def exchanged(hand: HandState, swap: dict[Card, Card]) -> HandState:
    """The same hand with some cards exchanged."""
    assert hand.deal is not None, "cards are dealt"

    def turn(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(c, c) for c in cards)

    one, two, three = (sort_cards(turn(held)) for held in hand.cards)
    return replace(hand, deal=_exchanged_deal(hand, hand.deal, turn), cards=(one, two, three))


def _exchanged_deal(
    hand: HandState, deal: Deal, turn: Callable[[tuple[Card, ...]], tuple[Card, ...]]
) -> Deal:
    """Exchanged are the cards and, until it is drawn, the wild rank."""
    one, two, three = (turn(h) for h in deal.hands)
    wild = deal.wild if deal.wild is None or hand.wild is not None else (deal.wild + 1) % 13
    return replace(deal, hands=(one, two, three), bottom=turn(deal.bottom), wild=wild)


def told(
    table: TableState, event: HandHappened, viewer: Seat | None
) -> tuple[TableSeen, PublicEvent]:
    """Everything that a viewer is sent after an event; what is equal is encoded equally."""
    if isinstance(event.event, Dealt) and table.hand is not None and table.hand.deal is not None:
        event = replace(event, event=Dealt(table.hand.deal))
    return see(table, viewer), public_event(event, table)
