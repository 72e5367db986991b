"""What the tests of the rules share: hands from a few words, and a game that is told in text.

game = Game("qq-classic").dealt(deal_with("3334445", first=1))
game.do("1 call; 2 pass; 0 rob; 1 pass")
assert game.refused("2 play H3") == "not_your_turn"
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

import pytest

from dizhu.rules import hand, legal
from dizhu.rules.actions import (
    SEATS,
    Action,
    Autoplay,
    Blind,
    Call,
    Deal,
    Declaration,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
    Timeout,
)
from dizhu.rules.cards import DECK, Card, Packed, Rank, pack_ranks, pick, rank_of
from dizhu.rules.combos import Combo
from dizhu.rules.errors import RuleViolation
from dizhu.rules.notation import parse_action, parse_cards, parse_ranks
from dizhu.rules.playing import patterns_of
from dizhu.rules.plays import Move
from dizhu.rules.record import END_OF_DEAL, Record, Step, events_of
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes, preset
from dizhu.rules.state import HandState, Phase, new_hand

PRESET_NAMES = tuple(PRESETS)
RICH = (100_000, 100_000, 100_000)


def packed(text: str) -> Packed:
    """`334455` as a packed hand."""
    return pack_ranks(parse_ranks(text))


def rules(name: str = "qq-classic", /, **options: Any) -> Ruleset:
    """A preset with some options changed."""
    return preset(name).ruleset.with_options(options)


# --- deals --------------------------------------------------------------------------------------


def deal_with(
    *hands: str,
    bottom: str = "",
    first: Seat = 0,
    wild: Rank | None = None,
    turned: Card | None = None,
    task: str | None = None,
) -> Deal:
    """A deal in which each hand and the bottom hold what is asked, as ranks (`334`) or cards
    (`H3 S4`). The rest is filled with the cards left, lowest first, one to each in turn.
    """
    left = list(DECK)
    parts = [_take(text, left) for text in (*hands, *[""] * (3 - len(hands)), bottom)]
    sizes = (17, 17, 17, 3)
    while left:
        for part, size in zip(parts, sizes, strict=True):
            if left and len(part) < size:
                part.append(left.pop(0))
    first_hand, second, third, rest = (tuple(part) for part in parts)
    return Deal((first_hand, second, third), rest, first, wild, turned, task)


def _take(text: str, left: list[Card]) -> list[Card]:
    by_name = all(word[0] in "DCHS" or word in ("BJ", "RJ") for word in text.split())
    chosen = parse_cards(text) if by_name else pick(left, packed(text))
    for card in chosen:
        left.remove(card)
    return list(chosen)


def random_deal(rng: random.Random, ruleset: Ruleset) -> Deal:
    """A deal that fits the ruleset."""
    deck = list(DECK)
    rng.shuffle(deck)
    hands = (tuple(deck[:17]), tuple(deck[17:34]), tuple(deck[34:51]))
    if ruleset.deal_order == "descending":
        hands = (_down(hands[0]), _down(hands[1]), _down(hands[2]))
    turned = rng.randrange(51) if ruleset.first_bidder == "drawn_card" else None
    return Deal(
        hands=hands,
        bottom=tuple(deck[51:]),
        first=rng.randrange(3) if turned is None else turned // 17,
        wild=rng.randrange(13) if ruleset.wild_enabled else None,
        turned=None if turned is None else deck[turned],
        task=rng.choice(ruleset.tasks) if ruleset.tasks else None,
    )


def _down(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, reverse=True))


# --- a game that is told in text ----------------------------------------------------------------


class Game:
    """One hand, driven step by step; every step and event is kept."""

    def __init__(
        self,
        ruleset: Ruleset | str = "qq-classic",
        stakes: Stakes | None = None,
        beans: tuple[int, int, int] = RICH,
        **options: Any,
    ) -> None:
        name = ruleset if isinstance(ruleset, str) else ruleset.name
        base = preset(ruleset).ruleset if isinstance(ruleset, str) else ruleset
        default = preset(name).stakes if name in PRESETS else Stakes()
        self.state = new_hand(base.with_options(options), stakes or default, beans)
        self.start = self.state
        self.steps: list[Step] = []
        self.events: hand.Events = ()

    @property
    def phase(self) -> str:
        """The code of the phase."""
        return self.state.phase.code

    def step(self, step: Step) -> hand.Events:
        """Take a step; what happened."""
        events = events_of(self.state, step)
        self.state = hand.apply(self.state, events)
        self.steps.append(step)
        self.events += events
        return events

    def act(self, seat: Seat, action: Action) -> hand.Events:
        """An action of a seat."""
        return self.step(Step(seat=seat, action=action))

    def do(self, script: str) -> Self:
        """`0 call; 1 rob; step 8; deal ended; 0 play H3 S3`."""
        for line in script.split(";"):
            word, _, rest = line.strip().partition(" ")
            if line.strip() == "deal ended":
                self.step(Step(to=END_OF_DEAL))
            elif word == "step":
                self.step(Step(to=int(rest)))
            else:
                self.act(int(word), parse_action(rest))
        return self

    def ready(self) -> Self:
        """Every seat that is still asked in the start window wants the deal."""
        for seat in self.state.asked() if self.state.phase is Phase.START else ():
            self.act(seat, Ready())
        return self

    def deal(self, deal: Deal) -> Self:
        """The deal begins."""
        self.step(Step(deal=deal))
        return self

    def dealt(self, deal: Deal) -> Self:
        """All are ready, the deal comes and is over."""
        return self.ready().deal(deal).do("deal ended")

    def refused(self, line: str) -> str | None:
        """The code with which `0 call` is refused, None if it is not. Nothing changes."""
        seat, _, text = line.partition(" ")
        return refusal(self.state, int(seat), parse_action(text))

    def plays(self, seat: Seat, text: str, declare: Declaration | None = None) -> Combo:
        """Play these ranks from the hand of a seat, the lowest suits; the reading used."""
        cards = pick(self.state.cards[seat], packed(text))
        self.act(seat, Play(cards, declare))
        return self.state.played[-1].combo

    def refuses(self, seat: Seat, text: str, declare: Declaration | None = None) -> str | None:
        """The code with which these ranks are refused."""
        cards = pick(self.state.cards[seat], packed(text))
        return refusal(self.state, seat, Play(cards, declare))

    def passes(self, *seats: Seat) -> Self:
        """Some seats decline, one after the other."""
        for seat in seats:
            self.act(seat, Pass())
        return self

    def record(self) -> Record:
        """The hand so far."""
        start = self.start
        return Record(start.ruleset, start.stakes, start.beans, tuple(self.steps))


def refusal(state: HandState, seat: Seat, action: Action) -> str | None:
    """The code with which an action is refused, or None."""
    try:
        hand.decide(state, seat, action)
    except RuleViolation as violation:
        return violation.code
    return None


def landlord_of(game: Game, seat: Seat) -> Game:
    """From the calling to the play with a landlord and nothing else: no factor but his call's."""
    while game.state.phase is Phase.CALL and game.state.turn != seat:
        asked = game.state.turn
        assert asked is not None, "somebody is asked"
        if game.state.ruleset.bid_mode == "blind":
            game.act(asked, Look())
        game.act(asked, Pass())
    if game.state.ruleset.bid_mode == "blind":
        game.act(seat, Look())
    game.act(seat, Call())
    return to_play(game)


def to_play(game: Game) -> Game:
    """Decline everything until the play begins."""
    while game.state.phase in (Phase.ROB, Phase.RAISE, Phase.DOUBLE):
        asked = game.state.asked()[0]
        game.act(asked, NoDouble() if game.state.phase is Phase.DOUBLE else Pass())
    return game


def playing(
    *hands: str, ruleset: str = "qq-classic", landlord: Seat = 0, wild: str = "", **options: Any
) -> Game:
    """A game at the landlord's first lead. `hands` as in `deal_with`."""
    game = Game(ruleset, **options)
    rank = parse_ranks(wild)[0] if wild else None
    return landlord_of(game.dealt(deal_with(*hands, first=landlord, wild=rank)), landlord)


def endgame(
    *hands: str,
    ruleset: Ruleset | None = None,
    turn: Seat = 0,
    landlord: Seat = 0,
    wild: str = "",
    **changes: Any,
) -> HandState:
    """A state in the play in which each seat holds just these ranks, nothing to beat."""
    left = list(DECK)
    first, second, third = (_down(_take(text, left)) for text in hands)
    base = new_hand(ruleset or rules(), Stakes(), RICH)
    state = replace(
        base,
        phase=Phase.PLAY,
        deals=1,
        deal=deal_with(),
        dealt_to=17,
        cards=(first, second, third),
        landlord=landlord,
        turn=turn,
        wild=parse_ranks(wild)[0] if wild else None,
    )
    return replace(state, **changes)


# --- chance -------------------------------------------------------------------------------------

SIMPLE: tuple[Action, ...] = (
    Ready(),
    Show("start"),
    Show("deal"),
    Show("bottom"),
    Call(),
    Rob(),
    Blind(),
    Look(),
    Raise(),
    Double(),
    NoDouble(),
    Pass(),
    Autoplay(True),
    Autoplay(False),
    Timeout(),
)


def simple_actions(state: HandState, seat: Seat) -> list[Action]:
    """Everything a seat, or the clock for it, may do now, but a play and an escape."""
    return [action for action in SIMPLE if legal.allowed(state, seat, action)]


def moves_of(state: HandState, seat: Seat) -> tuple[Move, ...]:
    """What a seat may play now."""
    if state.phase is not Phase.PLAY or state.turn != seat:
        return ()
    to_beat = state.to_beat.combo if state.to_beat else None
    return patterns_of(state).moves(packed_cards(state.cards[seat]), to_beat)


def packed_cards(cards: Iterable[Card]) -> Packed:
    """Cards as a packed hand."""
    return pack_ranks(rank_of(card) for card in cards)


def play_of(state: HandState, seat: Seat, move: Move) -> Play:
    """The play of a move, its reading declared if there are others."""
    reading, cards = move.combo, pick(state.cards[seat], move.cards)
    if len(patterns_of(state).readings(move.cards)) == 1:
        return Play(cards)
    length = reading.length if reading.length > 1 else None
    return Play(cards, Declaration(reading.kind, reading.main, length))


def random_step(
    rng: random.Random,
    state: HandState,
    weights: Mapping[type, float] | None = None,
    moves: Sequence[Move] | None = None,
) -> Step:
    """Something that may happen now: of chance, of the clock or of a player. Autoplay, time-outs
    and passes in the play are rare; `weights` changes how rare. `moves` saves listing them again.
    """
    if state.phase is Phase.AWAIT_DEAL:
        return Step(deal=random_deal(rng, state.ruleset))
    if state.phase is Phase.DEAL:
        return _random_deal_step(rng, state)
    shares = {Timeout: 0.05, Autoplay: 0.02, Show: 0.3, Pass: 0.5} | dict(weights or {})
    seat = rng.choice(state.asked())
    moves = moves_of(state, seat) if moves is None else moves
    if moves and rng.random() < 0.75:
        return Step(seat=seat, action=play_of(state, seat, rng.choice(moves)))
    choices = [
        action
        for action in simple_actions(state, seat)
        if rng.random() < shares.get(type(action), 1)
    ]
    return Step(seat=seat, action=rng.choice(choices or [Timeout()]))


def _random_deal_step(rng: random.Random, state: HandState) -> Step:
    seat = rng.choice(SEATS)
    if rng.random() < 0.1 and legal.allowed(state, seat, Show("deal")):
        return Step(seat=seat, action=Show("deal"))
    if state.dealt_to < 17 and rng.random() < 0.8:
        return Step(to=rng.randint(state.dealt_to + 1, 17))
    return Step(to=END_OF_DEAL)


def random_game(
    rng: random.Random, ruleset: Ruleset, stakes: Stakes | None = None, most: int = 2000
) -> Game:
    """A whole hand of random steps."""
    game = Game(ruleset, stakes)
    for _ in range(most):
        if game.state.over:
            return game
        game.step(random_step(rng, game.state))
    pytest.fail("the hand does not end")


def escape(game: Game, seat: Seat) -> Game:
    """A seat leaves."""
    game.act(seat, Escape())
    return game
