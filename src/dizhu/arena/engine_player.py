"""Engines as players of the arena: one process for each seat that they have."""

from collections.abc import Callable
from functools import partial
from threading import Lock

from dizhu.arena.formats import Format
from dizhu.arena.game import Actor, points
from dizhu.engines import protocol as p
from dizhu.engines.process import EngineFault
from dizhu.engines.replacing import EngineSeat
from dizhu.engines.talks import Talk
from dizhu.engines.views import view_of
from dizhu.rules.actions import Action, Seat
from dizhu.rules.state import HandState
from dizhu.rules.view import Observation, observe

SECONDS = 5.0
"""For an answer."""


class EnginePlayer:
    """A program outside as a player. After a fault our rule bot plays that hand to its end."""

    def __init__(self, name: str, start: Callable[[], Talk], seconds: float = SECONDS) -> None:
        self.name = name
        self.faults = 0
        self._start = start
        self._seconds = seconds
        self._talks: dict[Seat, Talk] = {}
        self._closed = False
        self._asking = Lock()

    def sit(self, hand: str, seat: Seat, form: Format) -> Actor:
        """An answerer for a seat. Raises PlayerError."""
        from dizhu.arena.players import PlayerError

        with self._asking:
            if seat not in self._talks:
                self._talks[seat] = self._start()
            if self._closed:  # by another thread, which has stopped those that it saw
                raise PlayerError(f"{self.name}: the match is over")
            talk = self._talks[seat]
            try:
                plays = talk.rulesets()
            except EngineFault as fault:
                raise PlayerError(f"{self.name} does not start: {fault}") from fault
        if form.name not in plays:
            raise PlayerError(f"{self.name} plays {', '.join(plays)}, not {form.name}")
        return EngineSeat(partial(self._ask, talk), hand, self._seconds, self._fault).act

    def _ask(self, talk: Talk, hand: str, seen: Observation, seconds: float) -> Action | None:
        with self._asking:
            if self._closed:
                raise EngineFault("start", "the match is over")
            return talk.act(hand, seen, seconds)

    def _fault(self, _fault: EngineFault) -> None:
        self.faults += 1

    def leave(self, hand: str, seat: Seat, state: HandState) -> None:
        """Tell it how the hand ended."""
        end = p.EndHand(hand, view_of(observe(state, seat)), points(state))
        with self._asking:
            try:
                self._talks[seat].end_hand(end)
            except EngineFault as fault:
                self._fault(fault)

    def close(self) -> None:
        """End its processes; at once when another thread waits for the answer of one."""
        self._closed = True
        idle = self._asking.acquire(blocking=False)
        try:
            for talk in list(self._talks.values()):
                if idle:
                    talk.quit()
                else:
                    talk.stop()
        finally:
            if idle:
                self._asking.release()
