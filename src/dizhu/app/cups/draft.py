"""Some commands of a cup, decided together before they are stored together."""

import logging
from dataclasses import dataclass, field

from dizhu.app.cups.posting import Postings, postings
from dizhu.app.notices import Refusal, Reply
from dizhu.app.operators.deeds import Order
from dizhu.app.ports import CupEnd, CupRow
from dizhu.rules.errors import RuleViolation
from dizhu.tournament import Cup, Phase, advance
from dizhu.tournament.commands import CupCommand
from dizhu.tournament.events import CupEvent
from dizhu.tournament.prizes import refunds
from dizhu.tournament.results import champion, results

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """A command, and who is told what became of it. `order`: an operator's, to be noted."""

    command: CupCommand
    reply: Reply
    order: Order | None = None


@dataclass(slots=True)
class Draft:
    """Some commands decided one after the other, and what came of each."""

    now: int
    after: Cup | None
    events: list[CupEvent] = field(default_factory=list)
    postings: Postings = field(default_factory=Postings)
    answers: list[tuple[Reply, Refusal | None]] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    broken: int = 0

    def add(self, request: Request) -> None:
        """Decide one command. One that fails changes nothing, and no other."""
        try:
            events, after = advance(self.after, request.command, self.now)
            self.postings += postings(after if self.after is None else self.after, events, after)
        except RuleViolation as violation:
            self.answers.append((request.reply, Refusal(violation.code)))
        except Exception:
            log.exception("a command of a cup failed: %s", request.command)
            self.broken += 1
            self.answers.append((request.reply, Refusal("internal")))
        else:
            self.after = after
            self.events += events
            if events and request.order is not None:
                self.orders.append(request.order)
            self.answers.append((request.reply, None))


def row_of(cup: Cup, opened_at: int) -> CupRow:
    """A cup as it is found in lists."""
    finished = cup.phase is Phase.FINISHED
    return CupRow(
        id=cup.id,
        key=cup.competition.key,
        zh=cup.competition.zh,
        en=cup.competition.en,
        phase=str(cup.phase),
        live=not cup.over,
        private=cup.code is not None,
        opened_at=opened_at,
        finished_at=cup.finished_at,
        entrants=len(cup.entrants),
        champion=champion(cup),
        reason=cup.reason,
        ranks=results(cup) if finished else (),
        ends=ends_of(cup) if cup.over else (),
    )


def ends_of(cup: Cup) -> tuple[CupEnd, ...]:
    """The people of a cup that is over, but for those who have deleted their accounts."""
    given_back = refunds(cup) if cup.phase is Phase.CANCELLED else ()
    back = {r.player: (r.beans, r.cards) for r in given_back}
    people = (e.id for e in cup.entrants.by_registration() if not (e.bot or e.departed))
    return tuple(CupEnd(player, *back.get(player, (0, 0))) for player in people)
