"""Two kinds of refusal: a competition that makes no sense, and a command that comes amiss."""

from enum import StrEnum


class CupCode(StrEnum):
    """Why a cup refused a command; carried by `rules.errors.RuleViolation`."""

    NOT_OPEN_YET = "not_open_yet"
    REGISTRATION_CLOSED = "registration_closed"
    FULL = "full"
    WRONG_CODE = "wrong_code"
    NOT_ENOUGH_BEANS = "not_enough_beans"
    NOT_ENOUGH_CARDS = "not_enough_cards"
    TOO_LATE = "too_late"
    TOO_FEW = "too_few"
    NOT_HOST = "not_host"
    NOT_IN = "not_in"
    OVER = "over"
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_HAND = "no_such_hand"


class CompetitionError(ValueError):
    """A field of a `Competition` that makes no sense; `field` names it, as `stages[1].rounds`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
