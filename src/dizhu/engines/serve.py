"""Our bots as an engine: reads the protocol, answers it, survives whatever it is sent."""

import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dizhu import __version__
from dizhu.arena.formats import FORMATS
from dizhu.bots import BOTS, Bot
from dizhu.engines import protocol as p
from dizhu.engines.views import seen_of
from dizhu.rules.errors import NotationError
from dizhu.rules.notation import action_text

log = logging.getLogger(__name__)

MOST_HANDS = 64
"""So many are remembered: a host may turn from one to another."""


@dataclass(frozen=True, slots=True)
class _Hand:
    terms: p.NewHand
    bot: Bot


class OwnEngine:
    """One of our bots behind the protocol."""

    def __init__(self, bot: str) -> None:
        self._name = bot
        self._hands: OrderedDict[str, _Hand] = OrderedDict()

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The answers to some lines, until `quit` or their end."""
        for line in lines:
            if not line.strip():
                continue
            try:
                message = p.from_host(line)
            except p.BadLine as error:
                yield p.encode(p.Problem(f"no message: {error}"))
                continue
            if isinstance(message, p.Quit):
                return
            answer = self._answer(message)
            if answer is not None:
                yield p.encode(answer)

    def _answer(self, message: p.FromHost) -> p.FromEngine | None:
        match message:
            case p.Hello():
                return self._hello(message)
            case p.NewHand():
                self._remember(message)
                return None
            case p.Ask():
                return self._act(message)
            case p.EndHand():
                self._hands.pop(message.hand, None)
                return None
            case p.Ping():
                return p.Pong(message.id)
            case _:
                return None

    def _hello(self, hello: p.Hello) -> p.FromEngine:
        if p.VERSION not in hello.protocols:
            return p.Problem(f"only protocol {p.VERSION} is spoken here, not {hello.protocols}")
        return p.Welcome(p.VERSION, self._name, tuple(FORMATS), __version__, "dizhu")

    def _remember(self, terms: p.NewHand) -> None:
        self._hands[terms.hand] = _Hand(terms, BOTS[self._name](terms.hand))
        self._hands.move_to_end(terms.hand)
        if len(self._hands) > MOST_HANDS:
            self._hands.popitem(last=False)

    def _act(self, ask: p.Ask) -> p.FromEngine:
        hand = self._hands.get(ask.hand)
        if hand is None:
            return p.Problem(f"there is no hand {ask.hand!r}: new_hand comes first", ask.id)
        try:
            seen = seen_of(ask.view, hand.terms)
        except NotationError as error:
            return p.Problem(f"the view makes no sense: {error}", ask.id)
        try:
            action = hand.bot.act(seen)
        except Exception as error:  # a view that cannot be must not end the engine
            log.exception("hand %s: the bot failed", ask.hand)
            return p.Problem(f"the view cannot be: {error!r}", ask.id)
        return p.Answer(ask.id, p.WAIT if action is None else action_text(action))
