"""One hand by the pure rules, as numbered actions: the reference for the kernel's `Envs`."""

from collections.abc import Callable

from dizhu.env.actions import ANSWER, FIRST_COMBO, FIRST_RANK, PASS, combo_action
from dizhu.env.choosing import Choosing
from dizhu.env.setting import Setting
from dizhu.ledger import settle
from dizhu.rules import hand as rules
from dizhu.rules import legal
from dizhu.rules.actions import (
    SEATS,
    Action,
    Blind,
    Call,
    Declaration,
    Double,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
)
from dizhu.rules.cards import pack, pick
from dizhu.rules.events import DealEnded, LandlordFixed, WildDrawn
from dizhu.rules.playing import patterns_of
from dizhu.rules.plays import Move
from dizhu.rules.scoring import bottom_factor
from dizhu.rules.shuffle import deal
from dizhu.rules.state import HandState, Phase, new_hand, type_3i

_ANSWERS: dict[str, Callable[[], Action]] = {
    "ready": Ready,
    "call": Call,
    "no_call": Pass,
    "look": Look,
    "blind": Blind,
    "rob": Rob,
    "no_rob": Pass,
    "raise": Raise,
    "no_raise": Pass,
    "double": Double,
    "no_double": NoDouble,
}

_RICH = (10**15, 10**15, 10**15)
"""Nobody's score limits what he loses."""


class Hand:
    """A hand that waits for an action, or is over.

    `seat` is asked in `phase` (a name of `layout.PHASES`), and may do `actions`; `choosing` holds
    the combo whose cards he is choosing. `turns` lists the play: seat, and the move or None.
    """

    def __init__(self, setting: Setting, key: str) -> None:
        self.setting = setting
        self._key = key.encode()
        self._first: Seat | None = None
        self._show_answered = False
        self.choosing: Choosing | None = None
        self.turns: list[tuple[Seat, Move | None]] = []
        self._moves: tuple[Move, ...] = ()
        self.state: HandState = new_hand(setting.format.ruleset, setting.format.stakes, _RICH)
        self._ask()

    def step(self, action: int) -> None:
        """Do one of `actions`."""
        self._do(action)
        self._ask()

    def points(self) -> type_3i:
        """What the hand brings each seat, for a base score of one; without a landlord, where all
        passed and the score is forced, the same to all.
        """
        return settle(self.state).delta

    # --- who is asked what ------------------------------------------------------------------------

    def _ask(self) -> None:
        """Find the next question with a choice in it. A play is asked even for the pass alone."""
        while True:
            self._chance()
            self.phase, self.seat = self._question()
            self.actions = self._offered()
            if self.state.phase is Phase.PLAY or len(self.actions) != 1:
                return
            self._do(self.actions[0])

    def _question(self) -> tuple[str, Seat | None]:
        state = self.state
        if state.over:
            return "over", None
        if self._may_show_bottom():
            return "show", state.landlord
        if state.phase is Phase.DOUBLE:
            assert state.landlord is not None, "doubling comes after the auction"
            order = [(state.landlord + i) % 3 for i in range(3)]
            return "double", next(s for s in order if state.doubles[s] is None)
        if self.choosing is not None:
            return "fill", state.turn
        return state.phase.code, state.asked()[0]

    def _may_show_bottom(self) -> bool:
        state = self.state
        if not self.setting.shows or self._show_answered or state.landlord is None:
            return False
        return legal.allowed(state, state.landlord, Show("bottom"))

    def _offered(self) -> list[int]:
        if self.seat is None:
            return []
        if self.choosing is not None:
            return [FIRST_RANK + rank for rank in self.choosing.ranks]
        if self.phase == "play":
            return self._plays()
        return [ANSWER[name] for name in self._answers(self.seat)]

    def _answers(self, seat: Seat) -> list[str]:
        state, phase = self.state, self.phase
        if phase == "call" and state.ruleset.bid_mode == "blind" and not state.auction.looked[seat]:
            return ["look", "blind"] if legal.allowed(state, seat, Blind()) else ["look"]
        if phase == "start":
            return ["ready", "show"] if legal.allowed(state, seat, Show("start")) else ["ready"]
        if phase == "double" and not legal.allowed(state, seat, Double()):
            return ["no_double"]
        return [f"no_{phase}", phase]

    def _plays(self) -> list[int]:
        state = self.state
        assert self.seat is not None, "somebody has the turn"
        to_beat = state.to_beat.combo if state.to_beat else None
        self._moves = patterns_of(state).moves(pack(state.cards[self.seat]), to_beat)
        combos = dict.fromkeys(combo_action(m.combo) for m in self._moves)
        return [PASS, *combos] if to_beat is not None else list(combos)

    # --- what follows -----------------------------------------------------------------------------

    def _do(self, action: int) -> None:
        if self.state.phase is Phase.PLAY and self.phase in ("play", "fill"):
            return self._play(action)
        name = next(name for name, number in ANSWER.items() if number == action)
        assert self.seat is not None, "somebody is asked"
        if self.phase == "show":
            self._show_answered = True
            return self._decide(Show("bottom")) if name == "show" else None
        return self._decide(Show("start") if name == "show" else _ANSWERS[name]())

    def _play(self, action: int) -> None:
        assert self.seat is not None, "somebody has the turn"
        if action == PASS:
            self.turns.append((self.seat, None))
            return self._decide(Pass())
        if self.choosing is None:
            chosen = [m for m in self._moves if combo_action(m.combo) == action]
            self.choosing = Choosing(action - FIRST_COMBO, chosen)
        else:
            self.choosing = self.choosing.narrowed(action - FIRST_RANK)
        if (move := self.choosing.only) is not None:
            self.choosing = None
            self.turns.append((self.seat, move))
            self._decide(self._as_play(self.seat, move))
        return None

    def _as_play(self, seat: Seat, move: Move) -> Play:
        reading = Declaration(move.combo.kind, move.combo.main, move.combo.length)
        return Play(pick(self.state.cards[seat], move.cards), reading)

    def _decide(self, action: Action) -> None:
        assert self.seat is not None, "somebody is asked"
        self.state = rules.apply(self.state, rules.decide(self.state, self.seat, action))

    def _chance(self) -> None:
        """What happens without anybody's choice."""
        while self.state.phase in (Phase.AWAIT_DEAL, Phase.DEAL) or self._all_ready():
            if self.state.phase is Phase.AWAIT_DEAL:
                self._deal()
            elif self.state.phase is Phase.DEAL:
                self._end_deal()
            else:
                for seat in SEATS:
                    self.state = rules.apply(self.state, rules.decide(self.state, seat, Ready()))

    def _all_ready(self) -> bool:
        asked = self.setting.shows and self.state.ruleset.show_start is not None
        return self.state.phase is Phase.START and not asked

    def _deal(self) -> None:
        number, ruleset = self.state.deals + 1, self.state.ruleset
        dealt = deal(self._key, number, ruleset, self._first)
        self.state = rules.apply(self.state, rules.begin_deal(self.state, dealt))

    def _end_deal(self) -> None:
        if self.setting.format.given:
            return self._give()
        self.state = rules.apply(self.state, rules.end_deal(self.state))
        self._first = self.state.auction.first
        return None

    def _give(self) -> None:
        """No auction: who would bid first is the landlord."""
        dealt = self.state.deal
        assert dealt is not None, "the cards are out"
        factor = bottom_factor(self.state.ruleset.bottom_factors, dealt.bottom)
        fixed = LandlordFixed(dealt.first, dealt.bottom, factor)
        self.state = rules.apply(self.state, (DealEnded(), fixed))
        if dealt.wild is not None:
            self.state = rules.apply(self.state, (WildDrawn(dealt.wild),))
