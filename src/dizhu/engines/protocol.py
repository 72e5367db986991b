"""Every message between a host and an engine, one JSON object a line; docs/engine-protocol.md.

Cards, readings and actions are text as everywhere (`dizhu.rules.notation`): `S10 H10`, `pair 10`,
`play H10 S10`. Fields and messages may be added within a version: ignore what you do not know.
"""

from typing import Any

import msgspec

from dizhu.rules.ruleset import Ruleset, Stakes

VERSION = 1
MOST_BYTES = 1 << 20
"""Of a line, either way."""
WAIT = "wait"
"""The answer where nothing need be done: no show while the cards come out."""


class _Message(msgspec.Struct, frozen=True, tag_field="type"):
    """A message; `type` says which."""


# --- from the host to the engine ----------------------------------------------------------------


class Hello(_Message, frozen=True, tag="hello"):
    """The first line. `protocols`: the versions that the host speaks."""

    protocols: tuple[int, ...]
    host: str = ""


class NewHand(_Message, frozen=True, tag="new_hand"):
    """The engine sits at `seat` in a hand. It may come in the middle of a hand, and again for a
    hand that is known, when the host turns from one to another. `scores`: beans or points by seat.
    """

    hand: str
    seat: int
    ruleset: Ruleset
    stakes: Stakes
    scores: tuple[int, int, int]


class OnTable(msgspec.Struct, frozen=True):
    """Cards on the table: who played them, and the reading (`airplane_with_solosx2 7`)."""

    seat: int
    cards: str
    reading: str


class Show(msgspec.Struct, frozen=True):
    """A show: `stage` is start, deal or bottom."""

    seat: int
    stage: str
    factor: int


class RaiseAnswer(msgspec.Struct, frozen=True):
    """An answer to 倒, 拉, 垒, 沃 (`step` 0..3)."""

    seat: int
    step: int
    yes: bool


class Factors(msgspec.Struct, frozen=True):
    """The parts of the multiplier."""

    initial: int
    call: int
    show: int
    robs: int
    blind: int
    raises: int
    bottom: int
    bombs: int
    rocket: int
    spring: int
    task: int


class Choice(msgspec.Struct, frozen=True):
    """Something the seat may do, and what it would be worth."""

    type: str
    factor: int | None = None
    stage: str | None = None


class View(msgspec.Struct, frozen=True):
    """What the seat may know, no more. Triples are by seat.

    `cards`: those it may see, largest first, else null; `counts`: how many each holds; `wild`: the
    rank of the wild cards; `to_beat`: null for who leads; `last`: what each did last in this trick;
    `turns`: the whole play, "pass" or the cards; `plays`: how often each has played.
    """

    phase: str
    deals: int
    dealt_to: int
    ready: tuple[bool, bool, bool]
    shows: tuple[Show, ...]
    cards: tuple[str | None, str | None, str | None]
    counts: tuple[int, int, int]
    bottom: str | None
    turned: str | None
    task: str | None
    wild: str | None
    first: int | None
    turn: int | None
    asked: tuple[int, ...]
    looked: tuple[bool, bool, bool]
    bids: tuple[str | None, str | None, str | None]
    caller: int | None
    landlord: int | None
    raise_step: int | None
    raises: tuple[RaiseAnswer, ...]
    doubles: tuple[bool | None, bool | None, bool | None]
    may_double: tuple[bool, bool, bool]
    to_beat: OnTable | None
    last: tuple[OnTable | str | None, OnTable | str | None, OnTable | str | None]
    played: tuple[OnTable, ...]
    turns: tuple[tuple[int, str], ...]
    plays: tuple[int, int, int]
    autoplay: tuple[bool, bool, bool]
    factors: Factors
    multiplier: int
    pair_factors: tuple[int, int, int]
    options: tuple[Choice, ...]
    end: str | None
    winner: str | None


class Ask(_Message, frozen=True, tag="ask"):
    """What does the seat do? To be answered with `action` and the same `id` within `budget_ms`.

    `legal`: the answers there are, each once, of equal cards the lowest suits; where `complete` is
    false there are more plays than are listed (with wild cards there may be thousands).
    """

    id: int
    hand: str
    budget_ms: int
    legal: tuple[str, ...]
    complete: bool
    view: View


class EndHand(_Message, frozen=True, tag="end_hand"):
    """The hand is over, or the engine is asked no more. Not every host says it. `view`: all hands
    open; `points`: by seat.
    """

    hand: str
    view: View | None = None
    points: tuple[int, int, int] | None = None


class Ping(_Message, frozen=True, tag="ping"):
    """To be answered with `pong` and the same `id`."""

    id: int


class Refused(_Message, frozen=True, tag="refused"):
    """The answer `id` broke the rules (`code` as in docs/rules.md) or could not be read."""

    id: int
    code: str
    message: str = ""


class Quit(_Message, frozen=True, tag="quit"):
    """End. The end of the input means the same."""


# --- from the engine to the host ----------------------------------------------------------------


class Welcome(_Message, frozen=True, tag="hello"):
    """The answer to `hello`: the version chosen, who it is, and the rulesets it plays, by name."""

    protocol: int
    name: str
    rulesets: tuple[str, ...]
    version: str = ""
    author: str = ""


class Answer(_Message, frozen=True, tag="action"):
    """The answer to `ask`."""

    id: int
    action: str


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to `ping`."""

    id: int


class Problem(_Message, frozen=True, tag="error"):
    """A line could not be read or answered. The engine goes on."""

    message: str
    id: int | None = None


FromHost = Hello | NewHand | Ask | EndHand | Ping | Refused | Quit
FromEngine = Welcome | Answer | Pong | Problem

_encoder = msgspec.json.Encoder()
_from_host: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromHost)
_from_engine: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromEngine)


class BadLine(ValueError):
    """A line is no message of the protocol."""


def encode(message: FromHost | FromEngine) -> bytes:
    """A message as a line."""
    return _encoder.encode(message) + b"\n"


def from_host(line: bytes) -> FromHost:
    """A host's message. Raises BadLine."""
    return _decoded(_from_host, line)  # type: ignore[no-any-return]


def from_engine(line: bytes) -> FromEngine:
    """An engine's message. Raises BadLine."""
    return _decoded(_from_engine, line)  # type: ignore[no-any-return]


def _decoded(decoder: msgspec.json.Decoder[Any], line: bytes) -> Any:
    if len(line) > MOST_BYTES:
        raise BadLine(f"a line has more than {MOST_BYTES} bytes")
    try:
        return decoder.decode(line)
    except RecursionError as error:
        raise BadLine("it is nested too deeply") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise BadLine(str(error)) from error
