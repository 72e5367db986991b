"""Asks the other engines which moves a hand has: JSON lines in, JSON lines out.

It runs in an environment of its own (`make peers`), so it imports nothing of dizhu.

    {"cards": ["3", "3", "BJ"], "previous": ["10"]}
    {"cards": ["3", "3", "BJ"], "engines": ["rlcard"]}
    {"census": true}

A request without `previous` asks for leads. The answer has one list for each engine, in the
order and with the repetitions that the engine itself gives, or null where the engine cannot be
asked (the previous move is none that it knows). Each move is its ranks, lowest first, with a
space between them: "3 3 3 10". A pass is never listed. The answer to the census is the moves of
the engine's whole action space.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pyspiel
from douzero.env.game import EnvCard2RealCard, GameEnv, RealCard2EnvCard
from douzero.env.move_detector import TYPE_15_WRONG, get_move_type
from rlcard.games.base import Card
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import CARD_TYPE, ID_2_ACTION, get_gt_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"]
INDEX = {rank: i for i, rank in enumerate(RANKS)}

Ranks = list[str]
Moves = list[str] | None


def text(ranks: Iterable[str]) -> str:
    return " ".join(sorted(ranks, key=INDEX.__getitem__))


# --- RLCard: one letter for each rank -----------------------------------------------------------

LETTERS = dict(zip("3456789TJQKABR", [r for r in RANKS if r != "2"], strict=True)) | {"2": "2"}
LETTER_OF = {rank: letter for letter, rank in LETTERS.items()}


def rlcard_moves(cards: Ranks, previous: Ranks | None) -> Moves:
    if previous is None:
        moves = DoudizhuJudger.playable_cards_from_hand(rlcard_letters(cards))
        return [text(map(LETTERS.__getitem__, move)) for move in moves]
    if rlcard_letters(previous) not in CARD_TYPE[0]:
        return None
    moves = get_gt_cards(*rlcard_follow(cards, previous))
    return [text(map(LETTERS.__getitem__, move)) for move in moves if move != "pass"]


def rlcard_follow(cards: Ranks, previous: Ranks) -> tuple[Any, Any]:
    """A player with these cards, and one who has just played the others, as it knows them."""
    player = SimpleNamespace(current_hand=[_rlcard_card(rank) for rank in _sorted(cards)])
    return player, SimpleNamespace(played_cards=rlcard_letters(previous))


def rlcard_census() -> list[str]:
    return [text(map(LETTERS.__getitem__, move)) for move in ID_2_ACTION if move != "pass"]


def rlcard_letters(ranks: Ranks) -> str:
    return "".join(LETTER_OF[rank] for rank in _sorted(ranks))


def _rlcard_card(rank: str) -> Any:
    return Card(rank, "") if rank in {"BJ", "RJ"} else Card("S", LETTER_OF[rank])


def _sorted(ranks: Ranks) -> Ranks:
    return sorted(ranks, key=INDEX.__getitem__)


# --- DouZero: its own environment, asked in the middle of a game --------------------------------


def douzero_moves(cards: Ranks, previous: Ranks | None) -> Moves:
    rival = douzero_cards(previous or [])
    if previous and get_move_type(rival)["type"] == TYPE_15_WRONG:
        return None
    env = GameEnv([None] * 3)
    env.acting_player_position = "landlord"
    env.info_sets["landlord"].player_hand_cards = douzero_cards(cards)
    env.card_play_action_seq = [rival, []] if previous else []
    moves = env.get_legal_card_play_actions()
    return [douzero_text(move) for move in moves if move]


def douzero_cards(ranks: Ranks) -> list[int]:
    return sorted(RealCard2EnvCard[{"BJ": "X", "RJ": "D"}.get(rank, rank)] for rank in ranks)


def douzero_text(move: list[int]) -> str:
    return text(_douzero_ranks(move))


def _douzero_ranks(move: list[int]) -> list[str]:
    real = (EnvCard2RealCard[card] for card in move)
    return [{"X": "BJ", "D": "RJ"}.get(card, card) for card in real]


# --- OpenSpiel: a whole game steered to where the hand is to move -------------------------------

SPIEL = pyspiel.load_game("dou_dizhu")
PASS, BID_3 = 0, 3
DEAL = 51  # the first of the 54 dealing actions; those before it choose the card turned up
PLAYS = range(4, SPIEL.num_distinct_actions())
SPIEL_RANKS = dict(zip("3456789TJQKA2", RANKS, strict=False))

_names: dict[int, str] = {}


class CannotSteerError(Exception):
    """There is no game that comes to this position."""


def openspiel_moves(cards: Ranks, previous: Ranks | None) -> Moves:
    try:
        state = openspiel_lead(cards) if previous is None else openspiel_follow(cards, previous)
    except CannotSteerError:
        return None
    return [_name(state, action) for action in state.legal_actions() if action != PASS]


def openspiel_census() -> list[str]:
    state = openspiel_lead(RANKS)
    return [_name(state, action) for action in PLAYS]


def openspiel_lead(cards: Ranks) -> Any:
    """The landlord leads the surplus cards one by one, nobody follows, until he holds `cards`."""
    surplus = _rest(cards)[: 20 - len(cards)]
    state = openspiel_deal(cards + surplus, [])
    for rank in surplus:
        _play(state, [rank])
        _pass_twice(state)
    return state


def openspiel_follow(cards: Ranks, previous: Ranks) -> Any:
    """As `openspiel_lead`, but the next seat takes the last surplus card and leads `previous`.

    It keeps at least one card, and if it can not the other three of the lowest rank of `previous`:
    OpenSpiel overlooks chains that start on a quad.
    """
    rest = _rest(cards + previous)
    if len(cards) > 19 or len(previous) > 15:
        raise CannotSteerError
    low, high = rest[0], rest[-1]
    if INDEX[low] >= INDEX[high]:
        raise CannotSteerError
    middle = rest[1:-1][: 19 - len(cards)]
    rest = _rest([*cards, *previous, low, high, *middle])
    filler = _choose(rest, 16 - len(previous), last=_sorted(previous)[0])
    state = openspiel_deal([*cards, low, *middle], [*previous, high, *filler])
    for rank in middle:
        _play(state, [rank])
        _pass_twice(state)
    _play(state, [low])
    _play(state, [high])
    _pass_twice(state)
    _play(state, previous)
    state.apply_action(PASS)
    return state


def _rest(cards: Ranks) -> Ranks:
    deck = Counter({rank: 1 if rank in {"BJ", "RJ"} else 4 for rank in RANKS})
    deck.subtract(cards)
    if min(deck.values()) < 0:
        raise CannotSteerError
    return _sorted(list(deck.elements()))


def _choose(rest: Ranks, count: int, last: str) -> Ranks:
    return sorted(rest, key=lambda rank: rank == last)[:count]


def openspiel_deal(landlord: Ranks, next_seat: Ranks) -> Any:
    """20 cards for seat 0, who bids and so leads; these for seat 1; seat 2 has the others."""
    bottom, first = landlord[:3], landlord[3:]
    second = list(next_seat)
    third = _rest(landlord + second)
    second += third[17:]
    third = third[:17]
    suits: Counter[str] = Counter()
    for rank in bottom:  # not dealt: keep their suits back
        suits[rank] += 1
    state = SPIEL.new_initial_state()
    state.apply_action(0)
    for hands in zip(first, second, third, strict=True):
        for rank in hands:
            state.apply_action(DEAL + _spiel_card(rank, suits[rank]))
            suits[rank] += 1
    state.apply_action(BID_3)
    return state


def _spiel_card(rank: str, suit: int) -> int:
    if rank in {"BJ", "RJ"}:
        return 52 + (rank == "RJ")
    return 13 * suit + INDEX[rank]


def _play(state: Any, ranks: Ranks) -> None:
    wanted = text(ranks)
    for action in state.legal_actions():
        if action != PASS and _name(state, action) == wanted:
            state.apply_action(action)
            return
    raise CannotSteerError


def _pass_twice(state: Any) -> None:
    state.apply_action(PASS)
    state.apply_action(PASS)


def _name(state: Any, action: int) -> str:
    if action not in _names:
        _names[action] = text(_spiel_ranks(state.action_to_string(0, action)))
    return _names[action]


def _spiel_ranks(name: str) -> list[str]:
    jokers = {"(BWJ)": "BJ", "(CJ)": "RJ"}
    found = [rank for joker, rank in jokers.items() if joker in name]
    for joker in jokers:
        name = name.replace(joker, "")
    return [SPIEL_RANKS[letter] for letter in name if letter != "-"] + found


# --- the worker ---------------------------------------------------------------------------------

ENGINES: dict[str, Callable[[Ranks, Ranks | None], Moves]] = {
    "rlcard": rlcard_moves,
    "openspiel": openspiel_moves,
    "douzero": douzero_moves,
}


def answer(request: dict[str, Any]) -> dict[str, Moves]:
    if request.get("census"):
        return {"rlcard": rlcard_census(), "openspiel": openspiel_census()}
    cards, previous = request["cards"], request.get("previous")
    return {
        engine: ENGINES[engine](list(cards), list(previous) if previous else None)
        for engine in request.get("engines", ENGINES)
    }


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
