"""Whole games from a seed: the kernel deals, asks and plays as the pure rules do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dizhu.rules import events as ev
from dizhu.rules.actions import (
    Action,
    Blind,
    Call,
    Double,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
)
from dizhu.rules.actions import Declaration as Declare
from dizhu.rules.cards import pack, pick
from dizhu.rules.combos import Kind
from dizhu.rules.hand import apply, begin_deal, decide, end_deal
from dizhu.rules.ruleset import PRESETS, Preset
from dizhu.rules.scoring import multiplier, pair_factors
from dizhu.rules.shuffle import deal
from dizhu.rules.state import Phase, new_hand
from dizhu.rules.wings import Switches
from tests.kernel.helpers import dizhu_kernel, plain

RICH = (10**9, 10**9, 10**9)
GAMES = 12  # for each ruleset, with and without shows

VARIANTS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "no last chance": {"caller_last_chance": False},
    "next bids first": {"first_bidder": "next_seat"},
    "one redeal": {"max_redeals": 1, "first_bidder": "same"},
    "strict": {
        "quad_pair_as_solos": False,
        "repeat_solo_wings": False,
        "repeat_pair_wings": False,
        "both_jokers_as_kickers": False,
    },
}
BLIND: dict[str, dict[str, Any]] = {
    "all must say yes": {"raise_scope": "side_all"},
    "raises of a pair": {"raise_scope": "per_peasant"},
    "only the first is blind": {"blind_who": "first_only"},
}
CASES = [
    (name, options)
    for name in PRESETS
    for options in VARIANTS.values()
    if name != "qq-menzhua" or "first_bidder" not in options  # there it is drawn with a card
]
CASES += [("qq-menzhua", options) for options in BLIND.values()]


def _id(case: object) -> str:
    return str(case)


@pytest.mark.parametrize("shows", [False, True])
@pytest.mark.parametrize(("name", "options"), CASES, ids=_id)
def test_games_by_seed(name: str, options: dict[str, Any], shows: bool) -> None:
    base = PRESETS[name]
    preset = Preset(base.ruleset.with_options(options), base.stakes)
    for number in range(GAMES if not options else 4):
        Side(preset, number, shows).compare()


class Side:
    """One game, played by both; the choices come from one source."""

    def __init__(self, preset: Preset, number: int, shows: bool) -> None:
        self.rng = random.Random(number)
        self.seed = self.rng.randbytes(32)
        self.rules = preset.ruleset
        self.shows = shows
        kernel = dizhu_kernel.Rules(
            *Switches.of(self.rules),
            bomb_order=self.rules.bomb_order,
            wild_group_natural=self.rules.wild_group_natural,
        )
        options = dizhu_kernel.game_rules(self.rules, initial=preset.stakes.initial, shows=shows)
        self.game: Any = dizhu_kernel.Game(kernel, options)
        self.state = new_hand(self.rules, preset.stakes, RICH)
        self.events: list[ev.HandEvent] = []
        self.first: int | None = None

    def compare(self) -> None:
        self.game.seed(self.seed)
        self.chance()
        while not self.state.over:
            self.choose()
            self.chance()
        assert self.game.over
        assert self.game.events == plainly(self.asked_events())
        assert self.game.out == self.state.out
        assert self.game.landlord == self.state.landlord
        assert self.game.multiplier == multiplier(self.state)
        self.same_points()

    def asked_events(self) -> list[ev.HandEvent]:
        """Without shows the kernel does not ask who is ready."""
        return [e for e in self.events if self.shows or not isinstance(e, ev.Readied)]

    def same_points(self) -> None:
        points = self.game.points
        if self.state.landlord is None:
            assert points == (-1, -1, -1)
            return
        sign = -1 if self.state.winner == "landlord" else 1
        for seat, factor in zip(self.state.peasants, pair_factors(self.state), strict=True):
            assert points[seat] == sign * multiplier(self.state) * factor
        assert sum(points) == 0

    def does(self, events: tuple[ev.HandEvent, ...]) -> None:
        self.events += events
        self.state = apply(self.state, events)

    def chance(self) -> None:
        """What happens without anybody's choice in the kernel."""
        while self.state.phase in (Phase.AWAIT_DEAL, Phase.DEAL) or self.not_asked():
            if self.state.phase is Phase.AWAIT_DEAL:
                number = self.state.deals + 1
                dealt = deal(self.seed, number, self.rules, self.first)
                self.does(begin_deal(self.state, dealt))
            elif self.state.phase is Phase.DEAL:
                self.does(end_deal(self.state))
                self.first = self.state.auction.first
            else:
                self.does(decide(self.state, self.state.asked()[0], Ready()))

    def not_asked(self) -> bool:
        return self.state.phase is Phase.START and not self.shows

    def choose(self) -> None:
        choice = self.rng.randrange(self.game.n_legal())
        if self.game.phase == "call":  # or nobody would ever call
            choice = int(self.rng.random() < 0.5) if self.game.n_legal() == 2 else 0
        seat, action = self.game.turn, self.action(choice)
        self.game.step(choice)
        if action is not None:
            self.does(decide(self.state, seat, action))

    def action(self, choice: int) -> Action | None:
        seat = self.game.turn
        match self.game.phase:
            case "start":
                if choice:
                    return Show("start")
                return Ready()
            case "call" if self.rules.bid_mode == "blind" and not self.state.auction.looked[seat]:
                return Blind() if choice else Look()
            case "call":
                return Call() if choice else Pass()
            case "rob":
                return Rob() if choice else Pass()
            case "raise":
                return Raise() if choice else Pass()
            case "show":
                return Show("bottom") if choice else None
            case "double":
                return Double() if choice else NoDouble()
        return self.play(seat, choice)

    def play(self, seat: int, choice: int) -> Action:
        moves, move = self.game.moves(), self.game.move(choice)
        if move is None:
            assert choice == len(moves)
            return Pass()
        assert move is moves[choice]
        cards = pick(self.state.cards[seat], move.cards)
        kind, main, length, _ = move.combo
        return Play(cards, Declare(Kind(kind), main, length))


Told = tuple[str, int, int, int]  # type, seat, a number, packed cards


def plainly(events: list[ev.HandEvent]) -> list[Told]:
    """The events as the kernel tells them."""
    told, deals = [], 0
    for event in events:
        deals += isinstance(event, ev.Dealt)
        told.append(as_told(event, deals))
    return told


def as_told(event: ev.HandEvent, deals: int) -> Told:
    seat = getattr(event, "seat", -1)
    match event:
        case ev.Dealt(dealt):
            return ("dealt", dealt.first, deals, 0)
        case ev.Shown():
            return ("shown", seat, event.factor, 0)
        case ev.LandlordFixed():
            return ("landlord_fixed", seat, event.bottom_factor, pack(event.bottom))
        case ev.WildDrawn():
            return ("wild_drawn", -1, event.rank, 0)
        case ev.RaiseAnswered():
            return ("raise_answered", seat, event.step * 2 + event.yes, 0)
        case ev.DoubleAnswered():
            return ("double_answered", seat, int(event.yes), 0)
        case ev.Played():
            kind, main, length, bomb = plain(event.combo)
            code = kind | main << 4 | length << 8 | bomb << 12
            return ("played", seat, code, pack(event.cards))
    return (event.type, seat, 0, 0)


def test_deals_are_those_of_the_pure_rules() -> None:
    for number in range(50):
        seed = random.Random(number).randbytes(random.Random(number).choice([0, 5, 32, 64, 100]))
        kernel = dizhu_kernel.Rules()
        ruleset = PRESETS["qq-classic"].ruleset
        game = dizhu_kernel.Game(kernel, dizhu_kernel.game_rules(ruleset))
        game.seed(seed)
        dealt = deal(seed, 1, ruleset)
        assert game.dealt == [c for h in (*dealt.hands, dealt.bottom) for c in h]
        assert game.turn == dealt.first


def test_the_hash_tells_games_apart() -> None:
    hashes, kernel = set(), dizhu_kernel.Rules()
    for number in range(200):
        hashes.add(_random_game(kernel, number).hash)
        assert _random_game(kernel, number).hash in hashes
    assert len(hashes) == 200


def _random_game(kernel: Any, number: int) -> Any:
    rng = random.Random(number)
    options = dizhu_kernel.game_rules(PRESETS["qq-classic"].ruleset)
    game = dizhu_kernel.Game(kernel, options, log=False)
    game.seed(number)
    while not game.over:
        assert game.step(rng.randrange(game.n_legal())) == game.n_legal()
    assert game.events == []
    return game


def test_a_copy_goes_its_own_way() -> None:
    options = dizhu_kernel.game_rules(PRESETS["qq-laizi"].ruleset)
    game = dizhu_kernel.Game(dizhu_kernel.Rules(), options)
    game.seed(3)
    while game.phase != "play":
        game.step(1)
    before, other = game.hash, game.copy()
    while not other.over:
        other.step(0)
    assert game.hash == before
    assert game.n_legal() == len(game.moves())
    assert game.wild is not None


def test_a_choice_that_is_none() -> None:
    game = dizhu_kernel.Game(dizhu_kernel.Rules(), dizhu_kernel.GameRules())
    assert game.n_legal() == 0
    with pytest.raises(IndexError):
        game.step(0)
    with pytest.raises(ValueError, match="54 cards"):
        game.deal([0] * 54, 0)
    game.deal(list(range(54)), 2)
    assert game.turn == 2
    for wrong in (-1, 2):
        with pytest.raises(IndexError):
            game.step(wrong)
    with pytest.raises(ValueError, match="awaited"):
        game.deal(list(range(54)), 2)
