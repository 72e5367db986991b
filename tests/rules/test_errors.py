"""Errors: in every phase, for every action and seat, the code in the documented order."""

import random
from collections.abc import Callable

import pytest

from dizhu.rules.actions import (
    SEATS,
    Action,
    Autoplay,
    Blind,
    Call,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
    Timeout,
)
from dizhu.rules.cards import pack
from dizhu.rules.combos import beats
from dizhu.rules.errors import Code
from dizhu.rules.legal import options
from dizhu.rules.notation import action_text
from dizhu.rules.playing import patterns_of
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.state import HandState, Phase
from tests.rules.kit import PRESET_NAMES, Game, playing, random_step, refusal, rules

ACTIONS: tuple[Action, ...] = (
    Ready(),
    Show("start"),
    Show("deal"),
    Show("bottom"),
    Show("later"),
    Call(),
    Rob(),
    Blind(),
    Look(),
    Raise(),
    Double(),
    NoDouble(),
    Pass(),
    Play(()),
    Autoplay(True),
    Autoplay(False),
    Escape(),
    Timeout(),
)

ANY_TIME = ("deal", "call", "rob", "raise", "double", "play")
PHASES: dict[str, tuple[str, ...]] = {
    "ready": ("start",),
    "show start": ("start",),
    "show deal": ("deal",),
    "call": ("call",),
    "blind": ("call",),
    "look": ("call",),
    "rob": ("rob",),
    "raise": ("raise",),
    "double": ("double",),
    "no_double": ("double",),
    "pass": ("call", "rob", "raise", "play"),
    "play": ("play",),
    "autoplay on": ANY_TIME,
    "autoplay off": ANY_TIME,
    "escape": ("start", "await_deal", *ANY_TIME),
    "timeout": ("start", "call", "rob", "raise", "double", "play"),
    "show later": (),
}
IN_TURN = ("call", "blind", "look", "rob", "raise", "pass", "play")

HAS: dict[str, Callable[[Ruleset], bool]] = {
    "rob": lambda r: r.bid_mode == "call_rob",
    "blind": lambda r: r.bid_mode == "blind",
    "look": lambda r: r.bid_mode == "blind",
    "raise": lambda r: r.raises,
    "double": lambda r: r.doubling,
    "no_double": lambda r: r.doubling,
    "escape": lambda r: r.escape,
    "show start": lambda r: r.show_start is not None,
    "show deal": lambda r: bool(r.show_deal_table),
    "show bottom": lambda r: r.show_bottom is not None,
}


def expected(state: HandState, seat: int, action: Action) -> str | None:
    """docs/rules.md, "Errors": the first that applies, written a second time from the table."""
    what = action_text(action)
    if state.over:
        return "wrong_phase"
    if what in HAS and not HAS[what](state.ruleset):
        return "not_allowed"
    if what == "show bottom":
        if not _bottom_window(state):
            return "wrong_phase"
    elif state.phase.code not in PHASES[what]:
        return "wrong_phase"
    if what in IN_TURN and state.turn != seat:
        return "not_your_turn"
    if what == "timeout" and seat not in state.asked():
        return "not_your_turn"
    if _seat_may_not(state, seat, what):
        return "not_allowed"
    if what == "pass" and state.phase is Phase.PLAY and state.to_beat is None:
        return "must_lead"
    return "not_a_combo" if what == "play" else None


def _bottom_window(state: HandState) -> bool:
    fixed = state.landlord is not None and state.plays[state.landlord] == 0
    return fixed and state.phase.code in ("double", "play")


def _seat_may_not(state: HandState, seat: int, what: str) -> bool:
    looked, auction, rules_ = state.auction.looked[seat], state.auction, state.ruleset
    blind = rules_.bid_mode == "blind"
    shown = any(s.seat == seat for s in state.shows)
    locked = rules_.several_shows == "first_locks" and bool(state.shows)
    rich = [state.stakes.double_threshold is None or b > 5000 for b in state.beans]
    return {
        "ready": state.ready[seat],
        "show start": shown or locked,
        "show deal": shown or locked,
        "show bottom": shown
        or seat != state.landlord
        or (rules_.show_bottom_if_none and bool(state.shows)),
        "call": blind and not looked,
        "pass": state.phase is Phase.CALL and blind and not looked,
        "blind": looked or (rules_.blind_who == "first_only" and seat != auction.first),
        "look": looked,
        "double": state.doubles[seat] is not None
        or not (rich[seat] and rich[state.landlord or 0])
        or (seat == state.landlord and not all(rich)),
        "no_double": state.doubles[seat] is not None,
        "autoplay on": state.autoplay[seat],
        "autoplay off": not state.autoplay[seat],
    }.get(what, False)


@pytest.mark.parametrize("beans", [(9000, 9000, 9000), (9000, 100, 9000)], ids=["rich", "one poor"])
@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_action_at_every_step(name: str, beans: tuple[int, int, int]) -> None:
    """Every action of every seat along random hands of every ruleset; a refused one leaves the
    state equal, and the options are just what is not refused.
    """
    rng = random.Random(name)
    reached = set()
    for n in range(8):
        blind_who = "first_only" if n % 3 == 0 else "each"
        game = Game(name, beans=beans, blind_who=blind_who)
        while True:
            reached.add(game.phase)
            before = repr(game.state)
            for seat in SEATS:
                check_all(game.state, seat)
            assert repr(game.state) == before
            if game.state.over:
                break
            game.step(random_step(rng, game.state))
    assert reached >= {"await_deal", "deal", "call", "play", "over"}


def check_all(state: HandState, seat: int) -> None:
    offered = set()
    for action in ACTIONS:
        code = refusal(state, seat, action)
        assert code == expected(state, seat, action), (state.phase, seat, action)
        if code in (None, "not_a_combo") and not isinstance(action, Timeout):
            offered.add(action_text(action).removesuffix(" on").removesuffix(" off"))
    listed = {f"{o.type} {o.stage}" if o.type == "show" else o.type for o in options(state, seat)}
    assert listed == offered


@pytest.mark.parametrize("name", ["qq-classic", "qq-laizi"])
def test_the_order_of_a_plays_errors(name: str) -> None:
    """not_in_hand, not_a_combo, impossible_reading, does_not_beat: the first that applies."""
    rng = random.Random(9)
    seen = set()
    game = Game(name)
    for _ in range(3000):
        if game.state.over:
            game = Game(name)
        state = game.state
        if state.phase is Phase.PLAY and state.turn is not None:
            deck = state.cards[state.turn] if rng.random() < 0.9 else tuple(range(54))
            cards = tuple(rng.choices(deck, k=rng.randint(0, 4)))
            code = refusal(state, state.turn, Play(cards))
            assert code == first_error(state, cards)
            seen.add(code)
        game.step(random_step(rng, state))
    assert seen == {None, "not_in_hand", "not_a_combo", "does_not_beat"}


def first_error(state: HandState, cards: tuple[int, ...]) -> str | None:
    assert state.turn is not None
    if len(set(cards)) < len(cards) or not set(cards) <= set(state.cards[state.turn]):
        return "not_in_hand"
    readings = patterns_of(state).readings(pack(cards))
    if not readings:
        return "not_a_combo"
    if state.to_beat is None:
        return None
    beaten = state.to_beat.combo
    return None if any(beats(r, beaten) for r in readings) else "does_not_beat"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 play S3 as pair 9", "not_in_hand"),
        ("1 play D4 D5 as pair 9", "not_a_combo"),
        ("1 play D4 C4 as pair 9", "impossible_reading"),
        ("1 play D4 C4 as solo 4", "impossible_reading"),
        ("1 play D4 C4 as pair 4", "does_not_beat"),
        ("1 play D4 C4", "does_not_beat"),
        ("1 play DK CK as pair K", None),
        ("0 play DK CK", "not_your_turn"),
    ],
)
def test_declared_readings(line: str, code: str | None) -> None:
    """The order of a play's errors with a declaration: the reading is checked before the table."""
    game = playing("99", "44 5 KK")
    game.plays(0, "99")
    assert game.refused(line) == code


def test_the_ruleset_comes_before_the_phase() -> None:
    """Step 2 before step 3: what the ruleset has not is not_allowed at any time."""
    game = Game("qq-menzhua")
    assert game.refused("0 rob") == "not_allowed"
    assert game.refused("0 look") == "wrong_phase"
    assert Game().refused("0 look") == "not_allowed"
    assert Game("jj-happy").refused("0 escape") == "not_allowed"
    over = playing()
    over.do("0 escape")
    assert over.refused("0 look") == "wrong_phase"


def test_codes_are_stable() -> None:
    """The client owns the words; these are for ever."""
    assert [str(code) for code in Code] == [
        "wrong_phase",
        "not_allowed",
        "not_your_turn",
        "must_lead",
        "not_in_hand",
        "not_a_combo",
        "impossible_reading",
        "does_not_beat",
    ]
    assert rules().escape
