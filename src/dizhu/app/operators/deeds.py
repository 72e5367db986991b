"""What an operator does: each deed with who, why and when, stored together with its effect."""

from dataclasses import dataclass

from dizhu.app.operators.cup_deeds import (
    AnnounceCup,
    CancelCup,
    CupDeed,
    MakeCup,
    PauseCup,
    StartCup,
)
from dizhu.ledger.transfers import Transfer

HOST = "host"
"""Who acts by the command line on the machine of the server."""
HOUSE_COMPENSATION = "house:compensation"
"""Where the beans of compensations come from, and go to when they are taken back."""
COMPENSATION = "compensation"
BAN, MUTE = "ban", "mute"


class Impossible(Exception):
    """A deed makes no sense as things are; nothing was stored. `code`: why, `detail`: how it is."""

    def __init__(self, code: str, detail: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Grant:
    """A player is an operator from now on."""

    player: str


@dataclass(frozen=True, slots=True)
class Revoke:
    """He is none any more."""

    player: str


@dataclass(frozen=True, slots=True)
class Impose:
    """A ban or a mute, `until` a time (milliseconds since 1970), None: for good. One that there is
    already is replaced.
    """

    kind: str
    player: str
    until: int | None


@dataclass(frozen=True, slots=True)
class Lift:
    """A ban or a mute ends now."""

    kind: str
    player: str


@dataclass(frozen=True, slots=True)
class Compensate:
    """Beans for a player, or back from him."""

    player: str
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Announce:
    """Something that everybody is told, until a time; in both languages, or one is empty."""

    id: str
    zh: str
    en: str
    expires_at: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """An announcement is not shown any more."""

    id: str


@dataclass(frozen=True, slots=True)
class CloseReport:
    """A complaint has been looked at. `outcome`: acted or dismissed."""

    report: int
    outcome: str


@dataclass(frozen=True, slots=True)
class SetDrain:
    """No new hands, because of a planned restart; or again as always."""

    on: bool


Deed = Grant | Revoke | Impose | Lift | Compensate | Announce | Withdraw | CloseReport | SetDrain


@dataclass(frozen=True, slots=True)
class Order:
    """A deed as it goes into the audit log. `by`: an operator's id, or HOST; `command`: made by who
    orders it, sent twice it is done once.
    """

    by: str
    command: str
    at: int
    reason: str
    deed: Deed | CupDeed

    @property
    def action(self) -> str:
        """Its stable name."""
        match self.deed:
            case Impose(kind=kind):
                return kind
            case Lift(kind=kind):
                return f"un{kind}"
            case SetDrain(on=on):
                return "drain" if on else "undrain"
            case PauseCup(on=on):
                return "pause_cup" if on else "resume_cup"
            case _:
                return _NAMES[type(self.deed)]

    @property
    def target(self) -> str:
        """Whom or what it concerns."""
        match self.deed:
            case Grant(player=target) | Revoke(player=target) | Compensate(player=target):
                return target
            case Impose(player=target) | Lift(player=target):
                return target
            case Announce(id=target) | Withdraw(id=target):
                return target
            case CloseReport(report=report):
                return str(report)
            case SetDrain():
                return "house"
            case deed:
                return deed.cup


_NAMES: dict[type[Deed | CupDeed], str] = {
    Grant: "grant",
    Revoke: "revoke",
    Compensate: "compensate",
    Announce: "announce",
    Withdraw: "withdraw",
    CloseReport: "close_report",
    MakeCup: "make_cup",
    StartCup: "start_cup",
    CancelCup: "cancel_cup",
    AnnounceCup: "announce_cup",
}
