"""One `Rules`, many threads: with the GIL let go, and with Python code that runs in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from dizhu.rules.cards import DECK, pack
from dizhu.rules.ruleset import PRESETS
from tests.kernel.helpers import dizhu_kernel, rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MANY = 0x0000_0222_2442_2220  # 22 cards
ENDGAME = (0x1111, 0x11_2000, 0x22_0011)
WHOLE_DEAL = (pack(DECK[0:51:3]), pack(DECK[1:51:3]), pack(DECK[2:51:3]))


def options() -> Any:
    return dizhu_kernel.game_rules(PRESETS["qq-laizi"].ruleset)


CALLS: list[Callable[[Any], Any]] = [
    lambda kernel: kernel.playouts(3000, 5, threads=2),
    lambda kernel: kernel.full_playouts(150, 5, options()),
    lambda kernel: kernel.selfplay(10, 5, threads=2),
    lambda kernel: kernel.solve(ENDGAME),
    lambda kernel: kernel.solve_batch([ENDGAME] * 3, threads=2),
    lambda kernel: kernel.min_plays_batch([0x2233_1111, 0x1_1111_1111, 0x4444] * 10, threads=2),
    lambda kernel: kernel.plan(0x2233_1111),
    lambda kernel: kernel.leads(0x2233_1111),
]


def test_everything_at_once_is_as_one_after_the_other() -> None:
    expected = [call(rules()) for call in CALLS]
    for _ in range(3):
        kernel = rules()  # its tables are made by whoever comes first
        with ThreadPoolExecutor(len(CALLS)) as pool:
            found = [pool.submit(call, kernel) for call in CALLS * 2]
        assert [one.result() for one in found] == expected * 2


# --- objects ------------------------------------------------------------------------------------


class Slow:
    """Makes moves, the first two of them at the same time."""

    def __init__(self) -> None:
        self.together = threading.Barrier(2, timeout=20)
        self.made = 0

    def __call__(self, cards: int, combo: Any) -> Any:
        self.made += 1
        if self.made <= 2:
            self.together.wait()
        return dizhu_kernel.Move(cards, combo)


@pytest.mark.parametrize("ask", ["leads", "follows"])
@pytest.mark.parametrize("wild", [None, 5])
def test_two_threads_that_make_one_move_get_one_object(wild: int | None, ask: str) -> None:
    slow = Slow()
    kernel = rules(wild=wild, move=slow)
    arguments = (0x10,) if ask == "leads" else (0x10, kernel.readings(1)[0])
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda _: getattr(kernel, ask)(*arguments), range(2))
    assert slow.made == 2
    assert one[0] is two[0]


class Nested:
    """Asks for other moves while it makes the first one: so many that the wild ones are let go."""

    def __init__(self, ask: Callable[[Any], object]) -> None:
        self.ask = ask
        self.kernel: Any = None

    def __call__(self, cards: int, combo: Any) -> Any:
        kernel, self.kernel = self.kernel, None
        if kernel is not None:
            self.ask(kernel)
        return dizhu_kernel.Move(cards, combo)


@pytest.mark.parametrize(
    ("wild", "ask"),
    [
        (None, lambda kernel: kernel.leads(MANY)),
        (None, lambda kernel: kernel.all_moves()),
        (5, lambda kernel: kernel.leads(MANY)),
        (5, lambda kernel: kernel.cores(MANY)),
        (5, lambda kernel: kernel.all_moves()),
    ],
)
def test_moves_asked_for_while_one_is_made(wild: int | None, ask: Callable[[Any], object]) -> None:
    hand = 0x0004_2110_2011
    expected = rules(wild=wild).leads(hand)
    nested = Nested(ask)
    nested.kernel = kernel = rules(wild=wild, move=nested)
    assert kernel.leads(hand) == expected
    assert kernel.leads(hand) == expected


def test_a_game_that_goes_on_while_its_moves_are_told() -> None:
    game = dizhu_kernel.Game(rules(), options())
    game.seed(3)
    while game.phase != "play":
        game.step(1)
    expected = game.moves()

    def step_first(cards: int, combo: Any) -> Any:
        if other.turn == turn:
            other.step(0)
        return dizhu_kernel.Move(cards, combo)

    other = dizhu_kernel.Game(rules(move=step_first), options())
    other.seed(3)
    while other.phase != "play":
        other.step(1)
    turn = other.turn
    assert other.moves() == expected
    assert other.turn != turn


def test_what_fails_while_it_is_made_leaves_nothing_half_done() -> None:
    failing = [True]

    def make(cards: int, combo: Any) -> Any:
        if failing and cards == 0x1000:
            raise LookupError(failing.pop())
        return dizhu_kernel.Move(cards, combo)

    for wild in (None, 5):
        kernel = rules(wild=wild, move=make)
        failing[:] = [True]
        with pytest.raises(LookupError):
            kernel.leads(0x0041_1111)
        assert kernel.leads(0x0041_1111) == rules(wild=wild).leads(0x0041_1111)


# --- environments -------------------------------------------------------------------------------


def test_environments_are_used_by_one_thread_at_a_time() -> None:
    np = pytest.importorskip("numpy", reason="the extra env is not installed")
    n = 20_000
    envs = dizhu_kernel.Envs(rules(), options(), n)
    rows, masks = np.zeros((n, envs.width), np.int32), np.zeros((n, envs.actions), np.uint8)
    turns, over, points = np.zeros(n, np.int8), np.zeros(n, np.uint8), np.zeros((n, 3), np.int64)
    row = np.zeros(envs.width, np.int32)
    for i in range(n):
        envs.seed(i, str(i % 50))
    envs.read(rows, masks, turns)
    busy, stop = threading.Event(), threading.Event()

    def play() -> int:
        steps = 0
        while not stop.is_set():
            busy.set()
            envs.step(masks.argmax(1), rows, masks, turns, over, points, rows)
            steps += 1
        return steps

    with ThreadPoolExecutor(1) as pool:
        playing, refused = pool.submit(play), 0
        busy.wait(20)
        until = time.monotonic() + 20
        while not (refused and until - time.monotonic() < 19.5) and time.monotonic() < until:
            said = refusal(lambda: envs.observe_as(0, 0, row))
            assert said is None or "another thread" in said
            refused += said is not None
            time.sleep(0.0005)
        stop.set()
        assert playing.result(30) > 0
    assert refused


def refusal(call: Callable[[], object]) -> str | None:
    """With which words a call is refused, if it is."""
    try:
        call()
    except RuntimeError as error:
        return str(error)
    return None


# --- limits of the machine, and of patience -----------------------------------------------------

FEW_THREADS = """
import resource
import dizhu_kernel
kernel = dizhu_kernel.Rules()
expected = kernel.playouts(5000, 3)
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + (200 << 20),) * 2)
assert kernel.playouts(5000, 3, threads=256) == expected
print("done")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="how much memory is used is read from /proc")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer needs memory of its own"
)
def test_threads_that_the_system_does_not_give_are_done_without() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FEW_THREADS], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


class Enough(Exception):
    """Raised by a signal."""


@pytest.fixture
def alarm() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.15)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize(
    "call",
    [
        lambda kernel: kernel.playouts(2**64 - 1, threads=2),
        lambda kernel: kernel.full_playouts(2**64 - 1, 1, options(), threads=2),
        lambda kernel: kernel.selfplay(10_000_000, threads=2),
        lambda kernel: kernel.min_plays_batch([WHOLE_DEAL[0]] * 1_000_000, threads=2),
        lambda kernel: kernel.solve(WHOLE_DEAL),
        lambda kernel: kernel.solve_batch([WHOLE_DEAL] * 4, threads=2),
    ],
    ids=["playouts", "full", "selfplay", "min_plays", "solve", "solve_batch"],
)
def test_a_signal_ends_a_long_call(call: Callable[[Any], Any]) -> None:
    kernel = rules()
    began = time.monotonic()
    with pytest.raises(Enough):
        call(kernel)
    assert time.monotonic() - began < 20
    assert kernel.playouts(10, 1)["games"] == 10
