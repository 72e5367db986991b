"""A finished hand in the form of the client: frames that say what changed, a result, a proof."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from dizhu.app.archive import StoredHand
from dizhu.app.notices import Happened
from dizhu.app.replays import Moment, deals, everything, moments
from dizhu.rules.actions import Deal, Seat
from dizhu.rules.events import DealStepped, Dealt
from dizhu.rules.ruleset import Ruleset
from dizhu.server import protocol as p
from dizhu.server import records as r
from dizhu.server.event_view import table_event
from dizhu.server.hand_view import hand_view
from dizhu.server.views import result_view, table_view
from dizhu.table import TableEvent, TableState, see
from dizhu.table.events import HandHappened
from dizhu.table.view import commitment, public_event


def hand_line(hand: StoredHand, player: str | None) -> r.HandLine:
    """A finished hand in a list; `player`: who asks."""
    one, two, three = (msgspec.convert(s, r.HandPlayer, from_attributes=True) for s in hand.seats)
    own = (n for n, seat in enumerate(hand.seats) if seat.player == player and not seat.bot)
    return r.HandLine(
        id=hand.id,
        room=hand.room,
        ruleset=hand.ruleset,
        hand_no=hand.hand_no,
        started_at=hand.started_at,
        ended_at=hand.ended_at,
        how=hand.how,
        unit=hand.unit,
        landlord=hand.landlord,
        winner=hand.winner,
        spring=hand.spring,
        multiplier=hand.multiplier,
        seats=(one, two, three),
        you=next(own, None),
    )


def replay_view(hand: StoredHand, events: Sequence[TableEvent], player: str | None) -> r.ReplayView:
    """The whole hand. Raises Gone."""
    folded = list(moments(hand, events))
    end = folded[-1].table
    result = result_view(see(end, None))
    assert result is not None, "a stored hand was settled"
    line = hand_line(hand, player)
    return r.ReplayView(
        hand=line,
        table=_before(folded[0].table, line),
        frames=tuple(_frames(folded)),
        result=result,
        proof=_proof(folded),
    )


def _before(table: TableState, line: r.HandLine) -> p.TableView:
    """The table at the start, seen by nobody or by who played there, with its people of then."""
    seen = table_view(table, None, lambda _player: True)
    return msgspec.structs.replace(
        seen, you=line.you, clocks=(), hand=None, fairness=p.FairnessView()
    )


def _frames(folded: Sequence[Moment]) -> Iterator[r.ReplayFrame]:
    """One for everything that people see happen; of the cards coming out only the last."""
    known: dict[str, Any] = {}
    for moment in folded:
        state = moment.table.hand
        assert state is not None, "a stored hand begins with hand_started"
        if not _is_step(moment.event):
            continue
        event = table_event(_happened(moment))
        if event is None:
            continue
        now: dict[str, Any] = msgspec.structs.asdict(hand_view(everything(state), None))
        yield r.ReplayFrame(event, {k: v for k, v in now.items() if known.get(k, known) != v})
        known = now


def _is_step(event: TableEvent) -> bool:
    hidden = Dealt | DealStepped
    return not (isinstance(event, HandHappened) and isinstance(event.event, hidden))


def _happened(moment: Moment) -> Happened:
    at = getattr(moment.event, "at", 0)
    return Happened(moment.table.version, at, public_event(moment.event, moment.table))


def _proof(folded: Sequence[Moment]) -> r.DealProof:
    table = folded[-1].table
    assert table.seed is not None, "a hand has a seed"
    return r.DealProof(
        table=table.table_id,
        hand_no=table.hand_no,
        hash=commitment(table.seed),
        seed=table.seed,
        client_seeds=table.client_seeds,
        rules=deal_rules(table.ruleset),
        deals=tuple(dealt_cards(previous, deal) for previous, deal in deals(folded)),
    )


def deal_rules(rules: Ruleset) -> r.DealRules:
    """What of a ruleset bears on a deal."""
    return r.DealRules(rules.deal_order, rules.first_bidder, rules.wild_enabled, rules.tasks)


def dealt_cards(previous_first: Seat | None, deal: Deal) -> r.DealtCards:
    """A deal as a message."""
    return r.DealtCards(
        previous_first=previous_first,
        hands=deal.hands,
        bottom=deal.bottom,
        first=deal.first,
        wild=deal.wild,
        turned=deal.turned,
        task=deal.task,
    )
