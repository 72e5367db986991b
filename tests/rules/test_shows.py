"""明牌 (section 3): when, who, and what it is worth."""

import pytest

from dizhu.rules import legal
from dizhu.rules.actions import SEATS, Show
from dizhu.rules.events import Readied, Shown
from dizhu.rules.scoring import factors
from dizhu.rules.state import Phase, new_hand
from dizhu.rules.view import observe
from tests.rules.kit import Game, deal_with, landlord_of, playing, rules, to_play

QQ, JJ = "qq-classic", "jj-happy"


@pytest.mark.parametrize(("ruleset", "factor"), [(QQ, 5), ("qq-laizi", 5), (JJ, 10)])
def test_before_the_deal(ruleset: str, factor: int) -> None:
    """R-SHOW-1, R-SHOW-2, G-SHOW-7: it says ready, too."""
    game = Game(ruleset)
    assert game.act(1, Show("start")) == (Shown(1, "start", factor), Readied(1))
    assert factors(game.state).show == factor
    assert game.state.asked() == (0, 2)


@pytest.mark.parametrize("dealt", range(1, 18))
@pytest.mark.parametrize(("ruleset", "high"), [(QQ, 4), ("qq-laizi", 4), (JJ, 5), ("jj-match", 5)])
def test_during_the_deal(ruleset: str, high: int, dealt: int) -> None:
    """G-SHOW-1, G-DEAL-2: the higher factor up to 8 cards, then 3, by the cards dealt so far."""
    game = Game(ruleset).ready().deal(deal_with()).do(f"step {dealt}")
    expected = high if dealt <= 8 else 3
    [option] = [o for o in legal.options(game.state, 2) if o.type == "show"]
    assert (option.factor, option.stage) == (expected, "deal")
    assert game.act(2, Show("deal")) == (Shown(2, "deal", expected),)
    assert factors(game.state).show == expected


@pytest.mark.parametrize("dealt", [1, 4, 5, 10, 11, 17])
def test_any_table(dealt: int) -> None:
    """G-SHOW-1: `show_deal_table` has as many rows as one likes."""
    game = Game(show_deal_table=((4, 7), (10, 6), (17, 2)))
    game.ready().deal(deal_with()).do(f"step {dealt}; 0 show deal")
    assert factors(game.state).show == (7 if dealt <= 4 else 6 if dealt <= 10 else 2)


@pytest.mark.parametrize(("ruleset", "factor"), [(QQ, 2), ("qq-laizi", 2), (JJ, 2)])
def test_after_the_bottom(ruleset: str, factor: int) -> None:
    """R-SHOW-1, R-SHOW-2, R-SHOW-4: the landlord, before his first play."""
    game = playing(ruleset=ruleset)
    assert game.act(0, Show("bottom")) == (Shown(0, "bottom", factor),)
    assert factors(game.state).show == factor


def test_only_the_landlord_in_menzhua() -> None:
    """R-SHOW-5, G-SHOW-4: x2, once."""
    game = playing(ruleset="qq-menzhua", landlord=1)
    assert game.refused("0 show bottom") == "not_allowed"
    game.do("1 show bottom")
    assert factors(game.state).show == 2
    assert game.refused("1 show bottom") == "not_allowed"


def test_the_largest_counts() -> None:
    """R-SHOW-3: several shows; the maximum, not the product."""
    game = Game().do("2 show start; 1 ready; 0 ready").deal(deal_with(first=2))
    game.do("step 3; 1 show deal; step 9; 0 show deal; deal ended; 2 pass; 0 pass; 1 call")
    assert [s.factor for s in game.state.shows] == [5, 4, 3]
    assert factors(game.state).show == 5


def test_a_player_shows_once() -> None:
    """G-SHOW-4: a second show is refused, at any stage."""
    game = Game().do("0 show start")
    assert game.refused("0 show start") == "not_allowed"
    game.ready().deal(deal_with()).do("step 1")
    assert game.refused("0 show deal") == "not_allowed"
    game.do("deal ended; 0 call; 1 pass; 2 pass")
    assert game.refused("0 show bottom") == "not_allowed"


def test_qq_the_landlord_may_show_after_another() -> None:
    """G-SHOW-4: also if somebody else showed before; the larger factor stays."""
    game = Game().do("1 show start").dealt(deal_with())
    game.do("1 pass; 2 call; 0 pass; 2 show bottom")
    assert factors(game.state).show == 5


def test_jj_nobody_shows_after_another() -> None:
    """R-SHOW-4, G-SHOW-3, G-SHOW-4: the first locks; later ones are refused, the last as well."""
    game = Game(JJ).do("1 show start")
    assert game.refused("2 show start") == "not_allowed"
    game.ready().deal(deal_with()).do("step 4")
    assert game.refused("0 show deal") == "not_allowed"
    game.do("step 17; deal ended")
    assert game.state.landlord == 1
    assert game.refused("1 show bottom") == "not_allowed"
    assert factors(game.state).show == 10


def test_the_window_of_the_landlord() -> None:
    """G-SHOW-5: from the bottom to his first play: doubling, and his first turn."""
    game = Game().dealt(deal_with("3")).do("0 call; 1 pass")
    assert game.refused("0 show bottom") == "wrong_phase"
    game.do("2 pass")
    for line in ("0 no_double", "1 no_double", "2 no_double"):
        assert game.refused("0 show bottom") is None
        game.do(line)
    assert game.refused("0 show bottom") is None
    game.plays(0, "3")
    assert game.refused("0 show bottom") == "wrong_phase"


def test_too_late_for_its_stage() -> None:
    """F59: what the player saw is part of the action; a show that comes too late is refused, and
    no player names a factor.
    """
    game = Game().ready()
    assert game.refused("0 show start") == "wrong_phase"
    game.deal(deal_with())
    assert game.refused("0 show start") == "wrong_phase"
    assert game.refused("0 show bottom") == "wrong_phase"
    game.do("deal ended")
    assert game.refused("0 show deal") == "wrong_phase"


def test_open_to_the_end() -> None:
    """G-SHOW-6: all see the hand, bottom cards included, until the end; and nobody's else."""
    game = landlord_of(Game().do("1 show start").dealt(deal_with("", "4", first=1)), 1)
    assert len(game.state.cards[1]) == 20
    game.plays(1, "4")
    for viewer in (*SEATS, None):
        seen = observe(game.state, viewer).cards
        assert seen[1] == game.state.cards[1]
        assert [s for s in SEATS if seen[s] is not None] == sorted({1, viewer} - {None}, key=str)


def test_open_while_it_is_dealt() -> None:
    """G-SHOW-6, G-DEAL-2: what has been dealt so far is seen, not what will come."""
    game = Game().do("0 show start").ready().deal(deal_with())
    deal = game.state.deal
    assert deal is not None
    assert observe(game.state, 1).cards == ((), (), None)
    game.do("step 6")
    seen = observe(game.state, 1).cards
    assert set(seen[0] or ()) == set(deal.hands[0][:6])
    assert seen[2] is None


def test_no_start_window_without_early_shows() -> None:
    """G-SHOW-7: each says ready, or shows; silence is ready; 闷抓场 has no window."""
    assert new_hand(rules(), playing().state.stakes, (1, 1, 1)).phase is Phase.START
    assert Game("qq-menzhua").state.phase is Phase.AWAIT_DEAL
    game = Game().do("0 ready; 2 timeout")
    assert game.refused("0 ready") == "not_allowed"
    game.do("1 timeout")
    assert game.phase == "await_deal"
    assert game.state.shows == ()


def test_shows_may_be_switched_off() -> None:
    """Each stage is a field: `show_start`, `show_deal_table`, `show_bottom`."""
    game = Game(show_start=None).ready().deal(deal_with()).do("step 1; 1 show deal; deal ended")
    assert game.refused("0 show start") == "not_allowed"
    game = to_play(Game(show_bottom=None).dealt(deal_with()).do("0 call"))
    assert game.refused("0 show bottom") == "not_allowed"
    game = Game(show_deal_table=()).ready().deal(deal_with())
    assert game.refused("0 show deal") == "not_allowed"
