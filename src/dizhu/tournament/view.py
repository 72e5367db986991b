"""What people may know of a cup. The secrets are the seed, the code of a private cup, and in a
duplicate round what others have made of the boards that some still have to play.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dizhu.rules.state import ZERO3
from dizhu.tournament.events import CupEvent, HandScored, Opened
from dizhu.tournament.formats import FORMATS, Projection
from dizhu.tournament.prizes import split
from dizhu.tournament.results import champion
from dizhu.tournament.roll import Entrant
from dizhu.tournament.schedule import base_at
from dizhu.tournament.spec import Prize
from dizhu.tournament.state import Cup, Phase, RoundDone


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standing. `place` counts from 1; `safe`: would go on if it ended now;
    `rank`: final, else None.
    """

    place: int
    player: str
    bot: bool
    score: int
    last: int
    hands: int
    table: int | None
    safe: bool
    rank: int | None


@dataclass(frozen=True, slots=True)
class Mine:
    """What concerns the viewer. `refund_*`: what he gets back if he withdraws now; `code`: how
    others get in, for the host.
    """

    entered: bool
    may_withdraw: bool
    refund_beans: int
    refund_cards: int
    table: int | None
    gone: bool
    rank: int | None
    code: str | None


@dataclass(frozen=True, slots=True)
class CupView:
    """A cup for one viewer, without the standing (`rows`), which is the same for all.

    Times are milliseconds since 1970 by the server's clock, whose time is `now`. `sizes`: the
    field of the stage round by round, as planned; `cut`: how many would go on if it ended now;
    `pool`: the beans shared among the prizes, before the start of one that begins when it is full
    those of the full field, otherwise at present; `prizes` with the beans of one share of it.
    """

    id: str
    key: str
    zh: str
    en: str
    kind: str
    phase: Phase
    now: int
    opens_at: int
    starts_at: int | None
    paused: bool
    private: bool
    host: str | None
    size: int
    minimum: int
    entrants: int
    alive: int
    entry_beans: int
    entry_cards: int
    pool: int
    prizes: tuple[tuple[Prize, int], ...]
    formats: tuple[str, ...]
    stage: int
    round: int
    base: int
    ready_at: int | None
    sizes: tuple[int, ...]
    history: tuple[RoundDone, ...]
    tables: int
    cut: int | None
    champion: str | None
    reason: str | None
    mine: Mine | None


def view(cup: Cup, viewer: str | None, now: int) -> CupView:
    """The cup as a viewer may see it; None: somebody who is not signed in."""
    return replace(public(cup, now), mine=mine(cup, viewer))


def public(cup: Cup, now: int) -> CupView:
    """What is the same for all viewers, worked out once for them; `mine` is missing."""
    competition = cup.competition
    running = cup.in_stage and not cup.over
    return CupView(
        id=cup.id,
        key=competition.key,
        zh=competition.zh,
        en=competition.en,
        kind=competition.kind,
        phase=cup.phase,
        now=now,
        opens_at=cup.opens_at,
        starts_at=cup.starts_at,
        paused=cup.paused_at is not None,
        private=cup.code is not None,
        host=cup.host,
        size=competition.start.size,
        minimum=competition.start.minimum,
        entrants=len(cup.entrants),
        alive=cup.alive,
        entry_beans=competition.entry.beans,
        entry_cards=competition.entry.cards,
        pool=_pool(cup),
        prizes=_prizes(cup),
        formats=tuple(s.format for s in competition.stages),
        stage=cup.stage,
        round=cup.round,
        base=base_at(cup, now) if running else competition.stakes.base,
        ready_at=cup.ready_at if running and not cup.in_round else None,
        sizes=_sizes(cup),
        history=cup.history,
        tables=len(cup.tables),
        cut=_projection(cup).going_on if running else None,
        champion=champion(cup),
        reason=cup.reason,
        mine=None,
    )


def _pool(cup: Cup) -> int:
    pool = cup.competition.entry.beans * _payers(cup)
    return pool - pool * cup.competition.rake_percent // 100


def _payers(cup: Cup) -> int:
    """How many have paid; before one that begins when it is full, how many will have."""
    start = cup.competition.start
    if cup.phase is Phase.REGISTERING and start.mode == "full":
        return start.size
    return len(cup.entrants)


def _prizes(cup: Cup) -> tuple[tuple[Prize, int], ...]:
    shares = split(cup.competition, _pool(cup), _payers(cup))
    return tuple((p, shares.get(p.first, 0) if p.share else 0) for p in cup.competition.prizes)


def _sizes(cup: Cup) -> tuple[int, ...]:
    if cup.phase is Phase.REGISTERING:
        stage, field = cup.competition.stages[0], max(cup.alive, cup.competition.start.minimum)
    elif cup.stage >= 0:
        stage, field = cup.stage_now, cup.stage_size
    else:
        return ()
    return FORMATS[stage.format].sizes(stage, field)


def _projection(cup: Cup) -> Projection:
    return FORMATS[cup.stage_now.format].project(cup)


def mine(cup: Cup, viewer: str | None) -> Mine:
    """What concerns one viewer; cheap."""
    entrant = None if viewer is None else cup.entrants.get(viewer)
    may = entrant is not None and cup.phase is Phase.REGISTERING
    entry = cup.competition.entry
    return Mine(
        entered=entrant is not None,
        may_withdraw=may,
        refund_beans=entry.beans if may else 0,
        refund_cards=entry.cards if may else 0,
        table=None if entrant is None else entrant.table,
        gone=entrant is not None and entrant.gone,
        rank=None if entrant is None else entrant.rank,
        code=cup.code if viewer is not None and viewer == cup.host else None,
    )


def rows(cup: Cup) -> tuple[Row, ...]:
    """The standing: those in the field as they would go on now, then those who are out by rank.

    Work it out once for all viewers, at most once a second, and send `changed` rows.
    """
    return tuple(_rows(cup))


def _rows(cup: Cup) -> Iterator[Row]:
    running = cup.in_stage and not cup.over
    projection = _projection(cup) if running else Projection(_by_registration(cup), cup.alive)
    for place, player in enumerate(projection.order, 1):
        yield _row(cup.entrants[player], place, safe=place <= projection.going_on)
    for place, entrant in enumerate(cup.entrants.by_rank(), cup.alive + 1):
        yield _row(entrant, place, safe=False)


def _by_registration(cup: Cup) -> tuple[str, ...]:
    return tuple(e.id for e in cup.entrants.by_registration() if e.rank is None)


def _row(entrant: Entrant, place: int, *, safe: bool) -> Row:
    return Row(
        place,
        entrant.id,
        entrant.bot,
        entrant.score,
        entrant.last,
        entrant.hands,
        entrant.table,
        safe,
        entrant.rank,
    )


def changed(before: tuple[Row, ...], after: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows that are not as they were."""
    known = {row.player: row for row in before}
    return tuple(row for row in after if known.get(row.player) != row)


def public_event(cup: Cup, event: CupEvent, viewer: str | None) -> CupEvent:
    """An event as a viewer may see it; `cup`: before or after it (before any: after it)."""
    if isinstance(event, Opened):
        own = viewer is not None and viewer == event.host
        return replace(event, seed="", code=event.code if own else None)
    if isinstance(event, HandScored) and not FORMATS[cup.stage_now.format].counts_at_once:
        table = cup.tables.get(event.table)
        seen = table is not None and viewer in table.players
        return event if seen else replace(event, deltas=ZERO3)
    return event
