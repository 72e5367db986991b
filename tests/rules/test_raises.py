"""倒 拉 垒 沃 (R-RAISE-1, G-RAISE-1) in all three scopes, against a model."""

from collections.abc import Iterator

import pytest

from dizhu.rules.actions import SEATS, Pass, Raise
from dizhu.rules.hand import apply, decide
from dizhu.rules.scoring import factors, multiplier, pair_factors, pair_factors_by_seat
from dizhu.rules.state import HandState, Phase
from dizhu.rules.view import observe
from tests.rules.kit import Game, deal_with
from tests.rules.test_auction import auction

SCOPES = ("side_any", "side_all", "per_peasant")
Answers = tuple[tuple[int, int, bool], ...]


class Model:
    """The rule as a story: who is asked what, until somebody's refusal ends it."""

    def __init__(self, scope: str, landlord: int, said: Answers, factor: int) -> None:
        self.p1, self.p2 = (landlord + 1) % 3, (landlord + 2) % 3
        self.landlord, self.factor = landlord, factor
        self._said = list(said)
        self.asked: list[tuple[int, int, bool]] = []
        self.whole = 1
        self.pairs = {self.p1: 1, self.p2: 1}
        if scope == "per_peasant":
            self._each_pair()
        else:
            self._whole_game(scope)

    def _answer(self, seat: int, step: int) -> bool:
        _, _, yes = self._said.pop(0) if self._said else (seat, step, False)
        self.asked.append((seat, step, yes))
        return yes

    def _whole_game(self, scope: str) -> None:
        for step in range(4):
            if step in (1, 3):
                yes = self._answer(self.landlord, step)
            elif scope == "side_any":
                yes = self._answer(self.p1, step) or self._answer(self.p2, step)
            else:
                yes = self._answer(self.p1, step) and self._answer(self.p2, step)
            if not yes:
                return
            self.whole *= self.factor

    def _each_pair(self) -> None:
        raising = [self.p1, self.p2]
        for step in range(4):
            if step in (0, 2):
                raising = [p for p in raising if self._answer(p, step)]
            elif not self._answer(self.landlord, step):
                return
            for peasant in raising:
                self.pairs[peasant] *= self.factor
            if not raising:
                return


def every_end(state: HandState) -> Iterator[HandState]:
    """Every way in which the raises may go."""
    if state.phase is not Phase.RAISE:
        yield state
        return
    [seat] = state.asked()
    for action in (Raise(), Pass()):
        yield from every_end(apply(state, decide(state, seat, action)))


@pytest.mark.parametrize("landlord", SEATS)
@pytest.mark.parametrize("factor", [2, 3])
@pytest.mark.parametrize("scope", SCOPES)
def test_every_path(scope: str, factor: int, landlord: int) -> None:
    """Who is asked, in which order, and what the whole game and each pair are worth."""
    game = auction(landlord, "qq-menzhua", raise_scope=scope, raise_factor=factor)
    game.do(f"{landlord} look; {landlord} call")
    seen = set()
    for state in every_end(game.state):
        said = state.raising.answers
        model = Model(scope, landlord, said, factor)
        assert tuple(model.asked) == said
        assert factors(state).raises == model.whole == multiplier(state)
        p1, p2 = state.peasants
        assert pair_factors(state) == (model.pairs[p1], model.pairs[p2])
        assert pair_factors_by_seat(state)[landlord] == 1
        assert state.phase is Phase.PLAY
        assert state.turn == landlord
        seen.add(said)
    assert len(seen) == {"side_any": 13, "side_all": 7, "per_peasant": 17}[scope]


def raised(script: str, scope: str = "side_any") -> Game:
    return auction(0, "qq-menzhua", raise_scope=scope).do("0 blind").do(script)


@pytest.mark.parametrize(
    ("script", "whole"),
    [
        ("1 pass; 2 pass", 1),
        ("1 raise; 0 pass", 2),
        ("1 pass; 2 raise; 0 raise; 1 pass; 2 pass", 4),
        ("1 raise; 0 raise; 1 pass; 2 raise; 0 pass", 8),
        ("1 raise; 0 raise; 1 raise; 0 raise", 16),
    ],
)
def test_side_any(script: str, whole: int) -> None:
    """R-RAISE-1, G-RAISE-1: the first yes acts for the side; both no, or his no: the end."""
    game = raised(script)
    assert factors(game.state).raises == whole
    assert game.phase == "play"


def test_up_to_sixty_four() -> None:
    """R-RAISE-1: 闷抓, four raises and a show: x64."""
    game = raised("1 raise; 0 raise; 1 raise; 0 raise; 0 show bottom")
    assert multiplier(game.state) == 64


def test_per_peasant() -> None:
    """G-RAISE-1: only who said 倒 is asked to 垒; the landlord's raise every pair still raising."""
    game = raised("1 raise; 2 pass; 0 raise", "per_peasant")
    assert game.state.asked() == (1,)
    game.do("1 raise; 0 raise")
    assert pair_factors(game.state) == (16, 1)
    assert multiplier(game.state) == 2
    game = raised("1 raise; 2 raise; 0 raise; 1 pass; 2 raise; 0 pass", "per_peasant")
    assert pair_factors(game.state) == (4, 8)


def test_side_all() -> None:
    """G-RAISE-1: both must say yes; P2 is not asked once P1 has declined."""
    assert raised("1 pass", "side_all").state.phase is Phase.PLAY
    game = raised("1 raise; 2 raise", "side_all")
    assert game.state.asked() == (0,)
    assert factors(game.state).raises == 2
    game.do("0 raise; 1 raise; 2 pass")
    assert factors(game.state).raises == 4


def test_time_up_declines() -> None:
    """G-RAISE-2."""
    game = raised("1 timeout; 2 raise; 0 timeout")
    assert factors(game.state).raises == 2
    assert game.state.autoplay == (False, False, False)


def test_what_is_seen() -> None:
    """The step asked and every answer are open to all; the step has its name in the options."""
    game = raised("1 raise; 0 raise; 1 pass")
    for viewer in (*SEATS, None):
        seen = observe(game.state, viewer)
        assert seen.raise_step == 2
        assert seen.raise_answers == ((1, 0, True), (0, 1, True), (1, 2, False))
    [option] = [o for o in observe(game.state, 2).options if o.type == "raise"]
    assert (option.stage, option.factor) == ("lei", 2)


def test_raises_may_come_with_doubling() -> None:
    """G-BLIND-2 is a parameter: raises first, then the doubling."""
    game = Game("qq-classic", raises=True).dealt(deal_with())
    game.do("0 call; 1 pass; 2 pass")
    assert game.phase == "raise"
    game.do("1 raise; 0 pass")
    assert game.phase == "double"
    game.do("0 double; 1 double; 2 no_double")
    assert multiplier(game.state) == 2
    assert pair_factors(game.state) == (4, 2)
