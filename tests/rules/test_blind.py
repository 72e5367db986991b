"""闷抓场 (section 9): looking, blind grabs, and what others learn of it."""

from itertools import permutations

import pytest

from dizhu.rules import legal
from dizhu.rules.actions import SEATS, Blind, Timeout
from dizhu.rules.events import DealVoided, Declined, Looked
from dizhu.rules.scoring import factors, multiplier
from dizhu.rules.state import Phase
from dizhu.rules.view import observe
from tests.rules.kit import Game, deal_with
from tests.rules.test_auction import auction, paths

EACH = {
    "0 blind": (0, 2),
    "0 look; 0 call": (0, 1),
    "0 look; 0 pass; 1 blind": (1, 2),
    "0 look; 0 pass; 1 look; 1 call": (1, 1),
    "0 look; 0 pass; 1 look; 1 pass; 2 blind": (2, 2),
    "0 look; 0 pass; 1 look; 1 pass; 2 look; 2 call": (2, 1),
    "0 look; 0 pass; 1 look; 1 pass; 2 look; 2 pass": (None, 1),
}
FIRST_ONLY = {path: end for path, end in EACH.items() if "1 blind" not in path}
FIRST_ONLY = {path: end for path, end in FIRST_ONLY.items() if "2 blind" not in path}


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize(("who", "table"), [("each", EACH), ("first_only", FIRST_ONLY)])
def test_every_path(who: str, table: dict[str, tuple[int | None, int]], first: int) -> None:
    """R-BLIND-1..3, G-BLIND-1, R-ROB-5: nobody robs; a blind grab is worth 2, a call after a look
    nothing; all decline: a new deal.
    """
    found = {}
    for path, state in paths(auction(first, "qq-menzhua", blind_who=who).state):
        landlord = None if state.landlord is None else (state.landlord - first) % 3
        found[path] = (landlord, factors(state).blind)
        assert multiplier(state) == factors(state).blind
        assert factors(state).robs == 1
        assert state.phase is (Phase.AWAIT_DEAL if landlord is None else Phase.RAISE)
    assert found == table


def menzhua() -> Game:
    return auction(0, "qq-menzhua")


def test_first_look_then_bid() -> None:
    """R-BLIND-2, R-BLIND-3: calling needs a look, grabbing blind needs none."""
    game = menzhua()
    assert game.refused("0 call") == "not_allowed"
    assert game.refused("0 pass") == "not_allowed"
    game.do("0 look")
    assert game.refused("0 blind") == "not_allowed"
    assert game.refused("0 look") == "not_allowed"
    assert game.refused("0 pass") is None


@pytest.mark.parametrize("looks", [order[:n] for n in (1, 2, 3) for order in permutations(SEATS)])
def test_one_look_changes_nothing_for_the_others(looks: tuple[int, ...]) -> None:
    """F44: each seat has a look of its own; who has not looked still sees no card and may grab."""
    if looks != tuple(range(len(looks))):
        return  # looks come in the order of the auction
    game = menzhua()
    for seat in looks:
        game.do(f"{seat} look")
        if seat < 2:
            game.do(f"{seat} pass")
    for seat in SEATS:
        seen = observe(game.state, seat)
        own = seen.cards[seat]
        assert (own is not None) == (seat in looks)
        assert [s for s in SEATS if seen.cards[s] is not None] == [seat] * (seat in looks)
        assert seen.looked == tuple(s in looks for s in SEATS)
        if seat not in looks and game.state.turn == seat:
            assert legal.allowed(game.state, seat, Blind())


def test_cards_face_down_until_the_landlord() -> None:
    """G-BLIND-1, R-BLIND-2: after a blind grab everybody sees his own, and nobody another's."""
    game = menzhua()
    assert all(observe(game.state, seat).cards == (None, None, None) for seat in SEATS)
    game.do("0 blind")
    for seat in SEATS:
        cards = observe(game.state, seat).cards
        assert [c is not None for c in cards] == [s == seat for s in SEATS]
    assert len(observe(game.state, 0).cards[0] or ()) == 20


def test_time_up_looks_then_declines() -> None:
    """G-RAISE-2, G-TIM-1: time up before the look is a look; then he is asked, as anybody."""
    game = menzhua()
    assert game.act(0, Timeout()) == (Looked(0),)
    assert game.state.asked() == (0,)
    assert game.refused("0 blind") == "not_allowed"
    assert game.act(0, Timeout()) == (Declined(0),)
    game.do("1 look; 1 timeout; 2 timeout")
    assert game.act(2, Timeout()) == (Declined(2), DealVoided())


def test_no_doubling_and_no_early_show() -> None:
    """G-BLIND-2: no 加倍, no show before or during the deal: these are no actions here."""
    game = Game("qq-menzhua")
    assert game.phase == "await_deal"
    game.deal(deal_with())
    for line in ("0 show start", "0 show deal", "0 double", "0 no_double", "0 rob"):
        assert game.refused(line) == "not_allowed"
    game.do("deal ended; 0 blind; 1 pass; 2 pass")
    assert game.phase == "play"


def test_order_of_a_hand() -> None:
    """G-BLIND-2: landlord, bottom shown, raises, play; the landlord's show after the raises."""
    game = menzhua().do("0 blind")
    assert observe(game.state, 2).bottom is not None
    assert game.refused("0 show bottom") == "wrong_phase"
    game.do("1 raise; 0 pass")
    assert game.refused("1 show bottom") == "not_allowed"
    game.do("0 show bottom")
    assert multiplier(game.state) == 2 * 2 * 2


def test_the_drawn_card_bids_first() -> None:
    """R-BLIND-1: the card turned up is known to all, and so is who has it: he bids first."""
    game = Game("qq-menzhua").deal(deal_with("", "", "AAAA", first=2, turned=44))
    for viewer in (*SEATS, None):
        seen = observe(game.state, viewer)
        assert (seen.turned, seen.first) == (44, 2)
        assert seen.cards == (None, None, None)
    game.do("deal ended")
    assert game.state.asked() == (2,)


def test_the_blind_factor_is_an_option() -> None:
    """R-BLIND-2: 2 in the preset."""
    game = auction(0, "qq-menzhua", blind_factor=3, raises=False).do("0 blind")
    assert multiplier(game.state) == 3
    assert game.phase == "play"
