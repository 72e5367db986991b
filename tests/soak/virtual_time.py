"""An event loop whose time is a number: when nothing is ready it jumps to what is due next.

Hours of play take minutes, and every deadline is still met in its order. Nothing may wait for a
thread or a socket: what would wait for ever ends the run with `Stuck`.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

T = TypeVar("T")

MOST_WITHOUT_TIME = 1_000_000
"""Rounds of the loop at the same instant: more, and somebody goes round in circles."""


class Stuck(RuntimeError):
    """Nothing is ready and nothing will ever be due, yet somebody waits."""


class _Jumping(selectors.SelectSelector):
    """Waits for no time: tells the loop how far to jump."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._rounds = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        self._rounds += 1
        if self._rounds > MOST_WITHOUT_TIME:
            self._rounds = 0
            raise Stuck("time stands still")
        if ready or timeout == 0:
            return ready
        self._rounds = 0
        if timeout is None:
            raise Stuck("somebody waits for something that will never happen")
        self.now += max(timeout, 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop; `time()` is in virtual seconds."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._jumping.now


class Inline(Executor):
    """Work that others do in threads is done at once."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Done when it returns."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - handed on to who waits, as a thread would
            future.set_exception(error)
        return future


def run(work: Coroutine[Any, Any, T], failures: list[Mapping[str, Any]]) -> T:
    """Run something to its end in virtual time; what nobody caught is put into `failures`."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.get_loop().set_exception_handler(lambda _loop, context: failures.append(context))
        return runner.run(work)
