# ruff: noqa: PYI021 (there is no other place for them)
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Self, TypeAlias

from dizhu_kernel import Combo, Move

Hands: TypeAlias = tuple[int, int, int]

class Rules:
    """The patterns under some switches, with a wild rank or without; makes each move once.

    `move(cards, combo)` and `combo(kind, main, length, bomb_class)` make the objects handed out;
    what is given as a combo may be anything with these attributes.

    Any number of threads may use one object. `playouts`, `full_playouts`, `selfplay`, `solve` and
    the batches let go of the GIL and end when a signal's handler raises (Ctrl-C). ValueError says
    what is wrong with hands that are no cards of one deck, seats, threads (1 to 256) and limits.
    """

    def __init__(
        self,
        quad_pair_as_solos: bool = True,
        repeat_solo_wings: bool = True,
        repeat_pair_wings: bool = True,
        both_jokers_as_kickers: bool = True,
        wing_same_rank_as_body: bool = False,
        *,
        wild: int | None = None,
        wild_group_natural: bool = False,
        bomb_order: str = "class",
        move: Callable[[int, Any], Any] | None = None,
        combo: Callable[[int, int, int, int], Any] | None = None,
    ) -> None: ...
    def readings(self, cards: int, /) -> tuple[Combo, ...]: ...
    def leads(self, hand: int, /) -> tuple[Move, ...]: ...
    def follows(self, hand: int, to_beat: Combo, /) -> tuple[Move, ...]:
        """Every move over a combo; no pass. The tuples over solos, pairs and trios by hands without
        bombs are made once and handed out again.
        """
    def moves(self, hand: int, to_beat: Combo | None, /) -> tuple[Move, ...]: ...
    def part(self, hand: int, to_beat: Combo | None, start: int, n: int) -> tuple[Move, ...]:
        """With wild cards: n of the moves, from the start-th on."""
    def count(self, hand: int, to_beat: Combo | None = None) -> int: ...
    def can_follow(self, hand: int, to_beat: Combo) -> bool: ...
    def cores(self, hand: int) -> list[tuple[Combo, int, int]]:
        """With wild cards: each body that can be filled, its naturals, the fewest wilds in it."""
    def count_cores(self, hand: int) -> int: ...
    def all_moves(self) -> tuple[Move, ...]: ...
    def __len__(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    def min_plays(self, hand: int) -> int:
        """The fewest plays that empty a hand of at most 20 cards, exactly."""
    def min_plays_batch(self, hands: Sequence[int], threads: int = 1) -> list[int]: ...
    def plan(self, hand: int) -> tuple[Move, ...]:
        """The moves of one shortest way."""
    def playouts(
        self,
        n: int,
        seed: int = 0,
        *,
        hands: Hands | None = None,
        landlord: int = 0,
        turn: int | None = None,
        to_beat: Combo | None = None,
        last: int | None = None,
        threads: int = 1,
    ) -> dict[str, int]:
        """Random play from one position, or without `hands` from a fresh deal each time."""
    def full_playouts(
        self, n: int, seed: int, options: GameRules, threads: int = 1
    ) -> dict[str, int]:
        """Random games with the auction and all else that comes before the play."""
    def selfplay(
        self, n: int, seed: int = 0, policy: str = "fewest", threads: int = 1
    ) -> dict[str, bytes]:
        """Games of a policy (`random`, `fewest`) with itself, as arrays in native byte order: hands
        3 x u64 a game, landlord u8, winner u8, start u32 (one more than games), and for each move
        cards u64 (0: a pass), combos u16, seats u8. ValueError over 10,000,000 games.
        """
    def solve(
        self,
        hands: Hands,
        *,
        landlord: int = 0,
        turn: int | None = None,
        to_beat: Combo | None = None,
        last: int | None = None,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> tuple[bool | None, bool, Move | None, int]:
        """Whether the landlord wins with open cards (None: a limit was reached), whether the side
        to move wins, its move (None: a pass), and the positions looked at.
        """
    def solve_batch(
        self,
        hands: Sequence[Hands],
        *,
        landlord: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
    ) -> list[tuple[bool | None, bool, Move | None, int]]: ...

class FirstBidder(Enum):
    random = 0
    next_seat = 1
    same = 2
    drawn_card = 3

class RaiseScope(Enum):
    side_any = 0
    side_all = 1
    per_peasant = 2

class GameRules:
    """What a game depends on; `game_rules` makes it from a ruleset. A game refuses factors that are
    not 1 to 1000 and an `initial` that is not 1 to 1,000,000 (ValueError).
    """

    given: bool
    blind: bool
    first_bidder: FirstBidder
    wild: bool
    tasks: int
    caller_last_chance: bool
    call_factor: int
    shower_is_landlord_if_all_pass: bool
    forced_score: bool
    max_redeals: int
    blind_factor: int
    blind_first_only: bool
    raises: bool
    raise_factor: int
    raise_scope: RaiseScope
    show_start: int
    show_bottom: int
    show_bottom_if_none: bool
    first_show_locks: bool
    show_makes_landlord: bool
    doubling: bool
    bombs_add: bool
    rocket_factor: int
    spring_factor: int
    anti_spring_factor: int
    max_multiplier: int
    initial: int
    bottom_factors: list[tuple[str, int]]
    def __init__(self) -> None: ...

class Game:
    """One game. In each phase a seat has `n_legal()` choices:

    start 0 ready, 1 show; call 0 pass, 1 call (with blind bids first 0 look, 1 grab); rob 0 pass, 1
    rob; raise 0 no, 1 yes; show 0 no, 1 show; double 0 no, 1 yes; play the moves in order, and last
    the pass.
    """

    def __init__(self, rules: Rules, options: GameRules, log: bool = True) -> None: ...
    def seed(self, seed: int | bytes) -> None:
        """Begin. Bytes deal exactly as `dizhu.rules.shuffle` does, a number deals faster."""
    def deal(self, cards: Sequence[int], first: int, wild: int | None = None) -> None:
        """Without a seed: the deal awaited, 17 cards for each seat and 3 of the bottom."""
    def doubling_allowed(self, may: tuple[bool, bool, bool]) -> None: ...
    def n_legal(self) -> int: ...
    def step(self, choice: int, /) -> int:
        """Make a choice; returns the next `n_legal()`."""
    def move(self, choice: int) -> Move | None: ...
    def moves(self) -> tuple[Move, ...]: ...
    def copy(self) -> Self: ...
    @property
    def over(self) -> bool: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def landlord(self) -> int | None: ...
    @property
    def out(self) -> int | None: ...
    @property
    def forced(self) -> bool: ...
    @property
    def wild(self) -> int | None: ...
    @property
    def deals(self) -> int: ...
    @property
    def hands(self) -> Hands: ...
    @property
    def dealt(self) -> list[int]: ...
    @property
    def bottom(self) -> int: ...
    @property
    def to_beat(self) -> Combo | None: ...
    @property
    def last(self) -> int | None: ...
    @property
    def passes(self) -> int: ...
    @property
    def plays(self) -> Hands: ...
    @property
    def doubles(self) -> Hands:
        """By seat 1 doubled, 0 not, -1 not asked yet."""
    @property
    def multiplier(self) -> int: ...
    @property
    def points(self) -> Hands:
        """What each seat wins for a base of one, without caps."""
    @property
    def events(self) -> list[tuple[str, int, int, int]]:
        """Everything that happened: type, seat, a number, packed cards."""
    @property
    def hash(self) -> int:
        """Of everything that happened; equal for equal games."""

class Envs:
    """Games side by side for `dizhu.env`, whose pure backend says what actions and rows mean.

    Arrays are contiguous: rows int32 (n, width), masks uint8 (n, actions), turns int8 (n), over
    uint8 (n), points int64 (n, 3), actions int64 (n). One thread at a time may use them:
    RuntimeError for others.
    """

    actions: int
    width: int
    def __init__(self, rules: Rules, options: GameRules, n: int) -> None: ...
    def __len__(self) -> int: ...
    def seed(self, i: int, prefix: str) -> None:
        """Begin game i; its hands have the keys `prefix/0`, `prefix/1`, ..."""
    def next(self, i: int) -> None: ...
    def read(self, seen: Any, masks: Any, turns: Any) -> None: ...
    def observe_as(self, i: int, seat: int, row: Any) -> None: ...
    def step(
        self,
        actions: Any,
        seen: Any,
        masks: Any,
        turns: Any,
        over: Any,
        points: Any,
        last_seen: Any,
        again: bool = True,
        threads: int = 1,
    ) -> None:
        """One legal action in each game; with `again` those that end begin anew. Raises ValueError
        for an action that is not legal, and then nothing is done.
        """
