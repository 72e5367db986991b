"""A hand as one viewer may know it, in the form of the protocol."""

from functools import lru_cache

from dizhu.rules.actions import Seat
from dizhu.rules.cards import DECK, RANKS, Card, counts, pack
from dizhu.rules.combos import Combo
from dizhu.rules.legal import Option
from dizhu.rules.state import TableCards
from dizhu.rules.view import Observation
from dizhu.server import protocol as p

_FULL_DECK = pack(DECK)


def hand_view(seen: Observation, escape_penalty: int | None) -> p.HandView:
    """An observation as a message."""
    return p.HandView(
        phase=seen.phase,
        deals=seen.deals,
        dealt_to=seen.dealt_to,
        ready=seen.ready,
        shows=tuple(p.ShowView(*show) for show in seen.shows),
        cards=seen.cards,
        counts=seen.counts,
        bottom=seen.bottom,
        turned=seen.turned,
        task=seen.task,
        wild=seen.wild,
        first=seen.first,
        turn=seen.turn,
        asked=seen.asked,
        looked=seen.looked,
        bids=seen.bids,
        landlord=seen.landlord,
        raise_step=seen.raise_step,
        raises=tuple(p.RaiseView(*answer) for answer in seen.raise_answers),
        doubles=seen.doubles,
        may_double=seen.may_double,
        to_beat=None if seen.to_beat is None else table_combo(seen.to_beat),
        last=(_last(seen, 0), _last(seen, 1), _last(seen, 2)),
        plays=seen.plays,
        autoplay=seen.autoplay,
        factors=factors_view(seen),
        multiplier=seen.multiplier,
        pair_factors=seen.pair_factors,
        options=options_view(seen.options),
        unseen=unseen(seen),
        escape_penalty=escape_penalty,
    )


def unseen(seen: Observation) -> tuple[int, ...]:
    """The card counter: by rank, what is neither in the viewer's hand nor played (F112, F113)."""
    own = () if seen.viewer is None else seen.cards[seen.viewer] or ()
    left = counts(_FULL_DECK - sum(pack(play.cards) for play in seen.played))
    return less(tuple(left), own)


def less(left: tuple[int, ...], cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Counts by rank without some cards."""
    known = counts(pack(cards))
    return tuple(left[rank] - known[rank] for rank in range(RANKS))


def factors_view(seen: Observation) -> p.FactorsView:
    """The parts of the multiplier."""
    parts = seen.factors
    return p.FactorsView(
        initial=parts.initial,
        call=parts.call,
        show=parts.show,
        robs=parts.robs,
        blind=parts.blind,
        raises=parts.raises,
        bottom=parts.bottom,
        bombs=parts.bombs,
        rocket=parts.rocket,
        spring=parts.spring,
        task=parts.task,
    )


def table_combo(on_table: TableCards) -> p.TableCombo:
    """Cards that lie on the table."""
    return p.TableCombo(on_table.seat, on_table.cards, reading(on_table.combo))


@lru_cache(maxsize=1024)
def reading(combo: Combo) -> p.Reading:
    """A combo; there are a few hundred."""
    bomb_class = None if combo.bomb_class is None else combo.bomb_class.code
    return p.Reading(combo.kind.code, combo.main, combo.length, bomb_class)


def _last(seen: Observation, seat: Seat) -> p.TableCombo | str | None:
    last = seen.last[seat]
    return table_combo(last) if isinstance(last, TableCards) else last


@lru_cache(maxsize=1024)
def options_view(options: tuple[Option, ...]) -> tuple[p.OptionView, ...]:
    """What a viewer may do; the same few combinations come again and again."""
    return tuple(p.OptionView(o.type, o.factor, o.stage) for o in options)
