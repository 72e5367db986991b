"""Our bots on Botzone: a conversation in, the answer out."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from dizhu.bots import BOTS, Bot
from dizhu.engines.botzone import KEEP_RUNNING, MOST_BID
from dizhu.engines.botzone.reading import BadConversation, Conversation, bidding, observed, read
from dizhu.rules.actions import Action, Call, Play, Rob

SEED = "botzone"


def response(bot: str, conversation: Any) -> int | list[int]:
    """The answer of one of our bots. Raises BadConversation."""
    talk, player = read(conversation), BOTS[bot](SEED)
    if talk.bidding:
        return _bid(player, talk)
    action = player.act(observed(talk))
    return list(action.cards) if isinstance(action, Play) else []


def _bid(player: Bot, talk: Conversation) -> int:
    """Three points for cards that would be robbed for, one where they are just called on."""
    most = max(talk.bids, default=0)
    if most >= MOST_BID or not _wants(player.act(bidding(talk))):
        return 0
    strong = most > 0 or _wants(player.act(_as_if_called(talk)))
    return MOST_BID if strong else 1


def _as_if_called(talk: Conversation) -> Any:
    """The question whether to rob after a call."""
    return bidding(replace(talk, bids=(1,), pos=1))


def _wants(action: Action | None) -> bool:
    return isinstance(action, Call | Rob)


def answers(bot: str, lines: Iterable[bytes], *, keep_running: bool = False) -> Iterator[bytes]:
    """The lines to print: one answer, or with `keep_running` one for each request until the end.

    Raises BadConversation.
    """
    conversation: dict[str, list[Any]] = {"requests": [], "responses": []}
    for line in lines:
        if not line.strip():
            continue
        _add(conversation, line)
        answer = response(bot, conversation)
        conversation["responses"].append(answer)
        yield _line({"response": answer})
        if not keep_running:
            return
        yield KEEP_RUNNING.encode() + b"\n"


def _add(conversation: dict[str, list[Any]], line: bytes) -> None:
    """A whole conversation, or the next request alone."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadConversation(f"the line is no JSON: {error}") from error
    if isinstance(message, dict) and "requests" in message:
        conversation["requests"] = message["requests"]
        conversation["responses"] = message.get("responses", [])
    else:
        conversation["requests"].append(message)


def _line(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
