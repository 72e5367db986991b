"""What was played in a cup, read from its log: every table, and the way of its champion."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dizhu.app.cups.names import table_name
from dizhu.app.cups.ports import StreamRow
from dizhu.tournament.events import CupEvent, HandScored, StageBegan, TablesSeated

Deltas = tuple[int, int, int]


@dataclass(slots=True)
class PlayedTable:
    """A table of a cup. `results`: hand by hand; `hands`: the ids of those that are stored."""

    number: int
    stage: int
    round: int
    players: tuple[str, str, str]
    results: list[Deltas] = field(default_factory=list)
    hands: tuple[str, ...] = ()
    id: str = ""

    @property
    def deltas(self) -> Deltas:
        """All its hands together."""
        one, two, three = (sum(r[s] for r in self.results) for s in range(3))
        return (one, two, three)


def played_tables(events: Iterable[CupEvent], streams: Sequence[StreamRow]) -> list[PlayedTable]:
    """All tables, in the order in which they were opened."""
    stage, found = -1, dict[int, PlayedTable]()
    for event in events:
        match event:
            case StageBegan(index=index):
                stage = index
            case TablesSeated(round=number, tables=plans):
                for plan in plans:
                    found[plan.number] = PlayedTable(plan.number, stage, number, plan.players)
            case HandScored(table=number, deltas=deltas):
                found[number].results.append(deltas)
            case _:
                pass
    _add_hands(found, streams)
    return list(found.values())


def _add_hands(found: dict[int, PlayedTable], streams: Sequence[StreamRow]) -> None:
    """A hand that was dealt anew is the one that counted."""
    hands: dict[int, dict[int, str]] = {}
    named = [(name, row) for row in streams if (name := table_name(row.id)) is not None]
    for name, row in sorted(named, key=lambda pair: pair[0]):
        if name.number in found:
            found[name.number].id = row.id
        for number, (hand, _) in enumerate(row.settled):
            hands.setdefault(name.number, {})[name.hand + number] = hand
    for number, by_hand in hands.items():
        if number in found:
            found[number].hands = tuple(hand for _, hand in sorted(by_hand.items()))
