"""Two kinds of refusal: an action that breaks a rule, and a text or ruleset that is nonsense."""

from enum import StrEnum


class Code(StrEnum):
    """Why an action was refused. The order of checks is that of docs/rules.md, "Errors"."""

    WRONG_PHASE = "wrong_phase"
    NOT_ALLOWED = "not_allowed"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_LEAD = "must_lead"
    NOT_IN_HAND = "not_in_hand"
    NOT_A_COMBO = "not_a_combo"
    IMPOSSIBLE_READING = "impossible_reading"
    DOES_NOT_BEAT = "does_not_beat"


class RuleViolation(Exception):
    """A player's action that the rules refuse; the state stays as it was.

    `code` is machine-readable; the wording for people belongs to the client.
    """

    def __init__(self, code: Code | str) -> None:
        super().__init__(str(code))
        self.code = str(code)


class NotationError(ValueError):
    """A text that is no card, combo, action or hand."""


class RulesetError(ValueError):
    """A field of a `Ruleset` or of the `Stakes` that makes no sense; `field` names it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
