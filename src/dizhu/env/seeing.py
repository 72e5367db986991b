"""Writes what a seat may see of a hand into a row of numbers (`layout`)."""

from typing import Any

from dizhu.env.actions import COMBO_INDEX
from dizhu.env.hand import Hand
from dizhu.env.layout import AT, BIDS, HISTORY, LARGEST, PHASES, WIDTH
from dizhu.rules import legal, scoring
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.cards import RANKS, Packed, counts, pack, rank_of
from dizhu.rules.plays import FULL_DECK
from dizhu.rules.state import HandState, Phase
from dizhu.rules.view import visible_cards


def write(hand: Hand, viewer: Seat, row: Any) -> None:
    """Fill `row`, an array of `layout.WIDTH` whole numbers."""
    values = [0] * WIDTH
    for name, numbers in _parts(hand, viewer).items():
        values[AT[name]] = numbers
    row[:] = values


def _parts(hand: Hand, viewer: Seat) -> dict[str, list[int]]:
    state = hand.state
    order = [(viewer + i) % 3 for i in SEATS]
    return {
        **_numbers(hand, viewer),
        **_seats(state, order),
        **_cards(hand, viewer, order),
        **_history(hand, viewer),
    }


def _numbers(hand: Hand, viewer: Seat) -> dict[str, list[int]]:
    state, dealt = hand.state, hand.state.deal
    filling = hand.choosing if viewer == hand.seat else None
    phase = "play" if hand.phase == "fill" and filling is None else hand.phase
    to_beat = state.to_beat if state.phase is Phase.PLAY and phase != "show" else None
    values = {
        "phase": PHASES.index(phase),
        "turn": _from(hand.seat, viewer),
        "landlord": _from(state.landlord, viewer),
        "first": _from(state.auction.first if dealt else None, viewer),
        "deals": state.deals,
        "turned": -1 if dealt is None or dealt.turned is None else rank_of(dealt.turned),
        "wild": -1 if state.wild is None else state.wild,
        "multiplier": min(scoring.multiplier(state), LARGEST),
        "bombs": state.bombs + state.rockets,
        "to_beat": -1 if to_beat is None else COMBO_INDEX[to_beat.combo],
        "to_beat_seat": _from(None if to_beat is None else to_beat.seat, viewer),
        "raise_step": state.raising.step if state.phase is Phase.RAISE else -1,
        "chosen": -1 if filling is None else filling.combo,
    }
    return {name: [value] for name, value in values.items()}


def _from(seat: Seat | None, viewer: Seat) -> int:
    return -1 if seat is None else (seat - viewer) % 3


def _seats(state: HandState, order: list[Seat]) -> dict[str, list[int]]:
    bids = legal.bids(state) if state.deal else (None, None, None)
    shows = {s.seat: s.factor for s in state.shows}
    raises = [0] * 12
    for seat, step, yes in state.raising.answers:
        raises[3 * step + order.index(seat)] = 2 if yes else 1
    return {
        "counts": [len(state.cards[s]) for s in order],
        "bids": [BIDS.index(bids[s]) for s in order],
        "shows": [shows.get(s, 0) for s in order],
        "doubles": [-1 if (d := state.doubles[s]) is None else int(d) for s in order],
        "raises": raises,
    }


def _cards(hand: Hand, viewer: Seat, order: list[Seat]) -> dict[str, list[int]]:
    state = hand.state
    seen = [visible_cards(state, viewer, s) for s in order]
    open_cards = [pack(cards or ()) for cards in seen]
    played = [sum(m.cards for s, m in hand.turns if m and s == seat) for seat in order]
    settled = hand.choosing.sure if hand.choosing and viewer == hand.seat else 0
    dealt = state.deal
    bottom = dealt.bottom if dealt and (state.landlord is not None or state.over) else ()
    return {
        "open": [int(cards is not None) for cards in seen],
        "cards": _rows(open_cards),
        "played": _rows(played),
        "bottom": counts(pack(bottom)),
        "unseen": counts(FULL_DECK - sum(open_cards) - sum(played)),
        "chosen_cards": counts(settled),
    }


def _rows(many: list[Packed]) -> list[int]:
    return [n for cards in many for n in counts(cards)]


def _history(hand: Hand, viewer: Seat) -> dict[str, list[int]]:
    last = hand.turns[-HISTORY:]
    missing = HISTORY - len(last)
    moves = [move for _, move in last]
    return {
        "history_seats": [-1] * missing + [_from(seat, viewer) for seat, _ in last],
        "history_combos": [-1] * missing + [COMBO_INDEX[m.combo] if m else -1 for m in moves],
        "history": [0] * (missing * RANKS) + _rows([m.cards if m else 0 for m in moves]),
    }
