"""Between an observation of the rules and its message, both ways and without loss."""

from dizhu.bots.history import turns_of
from dizhu.engines import protocol as p
from dizhu.rules.actions import Seat
from dizhu.rules.cards import Card
from dizhu.rules.legal import Option
from dizhu.rules.notation import (
    card_text,
    cards_text,
    combo_text,
    parse_card,
    parse_cards,
    parse_combo,
    parse_rank,
    rank_text,
)
from dizhu.rules.scoring import Factors
from dizhu.rules.state import TableCards
from dizhu.rules.view import Observation

PASS = "pass"
_SAME = (
    *("phase", "deals", "dealt_to", "ready", "counts", "task", "first", "turn", "asked", "looked"),
    *("bids", "caller", "landlord", "raise_step", "doubles", "may_double", "plays", "autoplay"),
    *("multiplier", "pair_factors", "end", "winner"),
)
"""Fields that are the same in both."""
_FACTORS = tuple(p.Factors.__struct_fields__)

Last = TableCards | str | None


def view_of(seen: Observation) -> p.View:
    """An observation as it is told to an engine."""
    return p.View(
        **{name: getattr(seen, name) for name in _SAME},
        shows=tuple(p.Show(*show) for show in seen.shows),
        cards=(_held(seen, 0), _held(seen, 1), _held(seen, 2)),
        bottom=None if seen.bottom is None else cards_text(seen.bottom),
        turned=None if seen.turned is None else card_text(seen.turned),
        wild=None if seen.wild is None else rank_text(seen.wild),
        raises=tuple(p.RaiseAnswer(*answer) for answer in seen.raise_answers),
        to_beat=None if seen.to_beat is None else _on_table(seen.to_beat),
        last=(_last(seen.last[0]), _last(seen.last[1]), _last(seen.last[2])),
        played=tuple(map(_on_table, seen.played)),
        turns=tuple(
            (t.seat, PASS if t.play is None else cards_text(t.play.cards)) for t in turns_of(seen)
        ),
        factors=p.Factors(**{name: getattr(seen.factors, name) for name in _FACTORS}),
        options=tuple(p.Choice(o.type, o.factor, o.stage) for o in seen.options),
    )


def seen_of(view: p.View, hand: p.NewHand) -> Observation:
    """The observation that was told. Raises NotationError for text that is none."""
    return Observation(
        **{name: getattr(view, name) for name in _SAME},
        viewer=hand.seat,
        ruleset=hand.ruleset,
        stakes=hand.stakes,
        beans=hand.scores,
        shows=tuple((s.seat, s.stage, s.factor) for s in view.shows),
        cards=(_parsed(view.cards[0]), _parsed(view.cards[1]), _parsed(view.cards[2])),
        bottom=_parsed(view.bottom),
        turned=None if view.turned is None else parse_card(view.turned),
        wild=None if view.wild is None else parse_rank(view.wild),
        raise_answers=tuple((r.seat, r.step, r.yes) for r in view.raises),
        to_beat=None if view.to_beat is None else _table_cards(view.to_beat),
        last=(_parsed_last(view.last[0]), _parsed_last(view.last[1]), _parsed_last(view.last[2])),
        played=tuple(map(_table_cards, view.played)),
        factors=Factors(**{name: getattr(view.factors, name) for name in _FACTORS}),
        options=tuple(Option(o.type, o.factor, o.stage) for o in view.options),
    )


def new_hand(name: str, seen: Observation) -> p.NewHand:
    """How a hand is announced to the seat that sees it."""
    assert seen.viewer is not None, "a watcher plays no hand"
    return p.NewHand(name, seen.viewer, seen.ruleset, seen.stakes, seen.beans)


def _held(seen: Observation, seat: Seat) -> str | None:
    cards = seen.cards[seat]
    return None if cards is None else cards_text(cards)


def _parsed(text: str | None) -> tuple[Card, ...] | None:
    return None if text is None else parse_cards(text)


def _on_table(on_table: TableCards) -> p.OnTable:
    return p.OnTable(on_table.seat, cards_text(on_table.cards), combo_text(on_table.combo))


def _table_cards(told: p.OnTable) -> TableCards:
    return TableCards(told.seat, parse_cards(told.cards), parse_combo(told.reading))


def _last(last: Last) -> p.OnTable | str | None:
    return _on_table(last) if isinstance(last, TableCards) else last


def _parsed_last(last: p.OnTable | str | None) -> Last:
    return _table_cards(last) if isinstance(last, p.OnTable) else last
