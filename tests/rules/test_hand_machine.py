"""Whatever is done, in whatever order, under whatever rules: a hand stays a hand, and ends."""

import random
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dizhu.rules import evolve, hand, legal, scoring
from dizhu.rules.actions import SEATS, Action, Autoplay, Escape, Play, Show, Timeout
from dizhu.rules.cards import DECK
from dizhu.rules.errors import RulesetError, RuleViolation
from dizhu.rules.events import HandEvent
from dizhu.rules.record import END_OF_DEAL, Step, events_of
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes, preset
from dizhu.rules.state import HandState, Phase, new_hand
from dizhu.rules.validation import BOTTOM_NAMES, CHOICES, TASK_NAMES
from dizhu.rules.view import observe
from tests.rules.kit import SIMPLE, moves_of, play_of, random_deal, random_step, refusal

FACTORS = st.integers(1, 9)
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(words) for name, words in CHOICES.items()},
    **dict.fromkeys(
        (
            "quad_pair_as_solos",
            "repeat_solo_wings",
            "repeat_pair_wings",
            "both_jokers_as_kickers",
            "wing_same_rank_as_body",
            "wild_enabled",
            "wild_group_natural",
            "caller_last_chance",
            "raises",
            "show_bottom_if_none",
            "doubling",
            "escape",
        ),
        st.booleans(),
    ),
    **dict.fromkeys(
        ("call_factor", "blind_factor", "raise_factor", "rocket_factor", "spring_factor"), FACTORS
    ),
    "anti_spring_factor": FACTORS,
    "show_start": st.none() | FACTORS,
    "show_bottom": st.none() | FACTORS,
    "show_deal_table": st.sampled_from(((), ((17, 3),), ((5, 9), (11, 4), (17, 2)))),
    "max_redeals": st.integers(0, 3),
    "max_multiplier": st.none() | st.integers(1, 100),
    "forced_score": st.integers(-3, 0),
    "tasks": st.lists(st.sampled_from(TASK_NAMES), unique=True).map(tuple),
    "bottom_factors": st.dictionaries(st.sampled_from(BOTTOM_NAMES), FACTORS).map(
        lambda d: tuple(d.items())
    ),
    "autoplay_after": st.integers(1, 3),
}
FIELDS = st.lists(st.sampled_from(sorted(OPTIONS)), max_size=8, unique=True)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A preset with some fields changed: those that make sense together with the rest."""
    made = preset(draw(st.sampled_from(sorted(PRESETS)))).ruleset.with_options({"max_redeals": 3})
    for name in draw(FIELDS):
        try:
            made = made.with_options({name: draw(OPTIONS[name])})
        except RulesetError:
            continue
    return made


STAKES = st.builds(
    Stakes,
    coefficient=st.integers(1, 5000),
    fee=st.integers(0, 100),
    base=st.integers(1, 20),
    initial=st.integers(1, 5),
    double_threshold=st.none() | st.integers(0, 10_000),
)
BEANS = st.tuples(*[st.integers(0, 20_000)] * 3)


class Hand(RuleBasedStateMachine):
    """A hand to which anything is done by anybody: by players, by the clock, by chance."""

    state: HandState
    events: list[HandEvent]
    rng: random.Random

    @initialize(ruleset=rulesets(), stakes=STAKES, beans=BEANS, seed=st.integers(0, 10**6))
    def begin(
        self, ruleset: Ruleset, stakes: Stakes, beans: tuple[int, int, int], seed: int
    ) -> None:
        self.start = self.state = new_hand(ruleset, stakes, beans)
        self.events = []
        self.rng = random.Random(seed)
        note(repr(ruleset))

    def happen(self, events: hand.Events) -> None:
        assert events
        self.events += events
        self.state = hand.apply(self.state, events)

    @rule(seat=st.sampled_from(SEATS), action=st.sampled_from((*SIMPLE, Show("now"))))
    def act(self, seat: int, action: Action) -> None:
        """Anything, allowed or not."""
        allowed = legal.allowed(self.state, seat, action)
        assert (refusal(self.state, seat, action) is None) == allowed
        if allowed:
            self.happen(hand.decide(self.state, seat, action))

    @rule(seat=st.sampled_from(SEATS), cards=st.lists(st.sampled_from(DECK), max_size=5))
    def play_anything(self, seat: int, cards: list[int]) -> None:
        if refusal(self.state, seat, Play(tuple(cards))) is None:
            self.happen(hand.decide(self.state, seat, Play(tuple(cards))))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(steps=st.integers(1, 25))
    def go_on(self, steps: int) -> None:
        """Sensible steps, so that hands get somewhere."""
        for _ in range(steps):
            if not self.state.over:
                self.happen(events_of(self.state, random_step(self.rng, self.state)))
                self.all_is_well()

    @precondition(lambda self: self.state.phase is Phase.PLAY)
    @rule()
    def play_a_move(self) -> None:
        seat = self.state.turn
        assert seat is not None
        moves = moves_of(self.state, seat)
        if moves:
            self.happen(
                hand.decide(self.state, seat, play_of(self.state, seat, self.rng.choice(moves)))
            )

    @rule(seat=st.sampled_from(SEATS), really=st.integers(0, 30))
    def leave(self, seat: int, really: int) -> None:
        if really == 0 and legal.allowed(self.state, seat, Escape()):
            self.happen(hand.decide(self.state, seat, Escape()))

    @rule(to=st.integers(0, END_OF_DEAL))
    def deal_step(self, to: int) -> None:
        if self.state.phase is Phase.AWAIT_DEAL:
            self.happen(hand.begin_deal(self.state, random_deal(self.rng, self.state.ruleset)))
        elif self.state.phase is Phase.DEAL:
            ended = Step(to=END_OF_DEAL)
            step = Step(to=to) if self.state.dealt_to < to <= 17 else ended
            self.happen(events_of(self.state, step))

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "state"):
            cards_are_whole(self.state)
            somebody_is_asked(self.state)
            offered_is_allowed(self.state)
            numbers_make_sense(self.state)

    def teardown(self) -> None:
        """F79: the fold of all events is the state; and by its clocks alone the hand ends."""
        if not hasattr(self, "state"):
            return
        folded = self.start
        for event in self.events:
            folded = evolve.evolve(folded, event)
        assert folded == self.state
        ends_by_itself(self.rng, self.state)


def cards_are_whole(state: HandState) -> None:
    """R-DEAL-1: in every state, 54 different cards: held, in the bottom, played."""
    if state.deal is None:
        assert state.cards == ((), (), ())
        return
    held = [c for cards in state.cards for c in cards]
    played = [c for p in state.played for c in p.cards]
    bottom = list(state.deal.bottom) if state.landlord is None else []
    assert sorted(held + played + bottom) == list(DECK)
    assert all(list(cards) == sorted(cards, reverse=True) for cards in state.cards)


def somebody_is_asked(state: HandState) -> None:
    """F70, F82: until the end some seat is asked, or chance or the deal is to go on."""
    asked = state.asked()
    if state.phase in (Phase.AWAIT_DEAL, Phase.DEAL, Phase.OVER):
        assert asked == ()
    else:
        assert asked
        assert all(legal.allowed(state, seat, Timeout()) for seat in asked)
    assert state.over == (state.end is not None)


def offered_is_allowed(state: HandState) -> None:
    """The options of a seat are just what the checks let pass."""
    for seat in SEATS:
        offered = {
            (o.type, o.stage if o.type == "show" else None) for o in observe(state, seat).options
        }
        allowed = {
            (a.type, a.stage if isinstance(a, Show) else None)
            for a in (*SIMPLE, Play(()), Escape())
            if not isinstance(a, Timeout) and legal.allowed(state, seat, a)
        }
        assert offered == allowed


def numbers_make_sense(state: HandState) -> None:
    """Multipliers are positive and never above the limit; nobody plays more than he has."""
    limit = state.ruleset.max_multiplier
    assert 1 <= scoring.multiplier(state) <= (limit or 10**12)
    assert scoring.escape_multiplier(state) >= 1
    assert min(scoring.pair_factors(state)) >= 1
    assert sum(state.plays) == len(state.played)
    assert state.bombs >= state.soft_bombs
    assert state.rockets <= 1


def ends_by_itself(rng: random.Random, state: HandState) -> None:
    """L2, F46, F70: nothing but time-outs, and deals while there may be any."""
    for _ in range(400):
        if state.over:
            return
        if state.phase is Phase.AWAIT_DEAL:
            events = hand.begin_deal(state, random_deal(rng, state.ruleset))
        elif state.phase is Phase.DEAL:
            events = hand.end_deal(state)
        else:
            events = hand.decide(state, state.asked()[0], Timeout())
        state = hand.apply(state, events)
    raise AssertionError("the hand does not end")


TestHand = Hand.TestCase
TestHand.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@given(rulesets(), STAKES, st.integers(0, 10**6))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_hands_of_any_ruleset(ruleset: Ruleset, stakes: Stakes, seed: int) -> None:
    """Whole hands of sensible steps: they end, somebody wins, and every state is well."""
    rng = random.Random(seed)
    state = new_hand(ruleset, stakes, (5000, 6000, 7000))
    while not state.over:
        state = hand.apply(state, events_of(state, random_step(rng, state)))
        cards_are_whole(state)
        somebody_is_asked(state)
        numbers_make_sense(state)
    assert state.end in ("out", "forced")
    assert (state.winner is None) == (state.end == "forced")
    for seat in SEATS:
        for action in (*SIMPLE, Play(()), Escape(), Autoplay(True)):
            assert refusal(state, seat, action) is not None


def test_only_decide_refuses() -> None:
    """`evolve` never refuses: there is an evolver for every event."""
    assert set(evolve._EVOLVERS) == set(HandEvent.__args__)
    assert issubclass(RuleViolation, Exception)
