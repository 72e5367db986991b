"""The bodies of the HTTP interface of accounts: keeping one, signing in, sessions, going."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=64)]
Secret = Annotated[str, Meta(max_length=256)]
SessionId = Annotated[str, Meta(min_length=1, max_length=64)]

# --- accounts ---


class NameAndPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep my account under this name; or sign in."""

    name: Text
    password: Secret


class EndSessions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign out elsewhere: in one place, or (without `session`) everywhere but here."""

    session: SessionId | None = None


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password; all other sessions end."""

    old: Secret
    new: Secret


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delete me. `password`: not for guests, who have none."""

    password: Secret | None = None


class Ended(msgspec.Struct, frozen=True):
    """So many sessions were ended."""

    sessions: int


class SessionView(msgspec.Struct, frozen=True):
    """A sign-in of mine. `address` and `device` are shortened; `here`: the one that asks."""

    id: str
    created_at: int
    seen_at: int
    address: str
    device: str
    here: bool


class Export(msgspec.Struct, frozen=True):
    """Everything that is kept of a person. `blocked`: whom he does not hear; `holdings`: cards and
    badges that came or went; `cups`: competitions that are over, in which he has a rank;
    `complaints`: his own; `said`: what he said that is kept with anybody's complaint; `complete`:
    false when a list is longer than given.
    """

    profile: dict[str, Any]
    sessions: tuple[SessionView, ...]
    transfers: tuple[dict[str, Any], ...]
    tallies: tuple[dict[str, Any], ...]
    hands: tuple[dict[str, Any], ...]
    blocked: tuple[str, ...]
    holdings: tuple[dict[str, Any], ...]
    cups: tuple[dict[str, Any], ...]
    complaints: tuple[dict[str, Any], ...]
    said: tuple[dict[str, Any], ...]
    complete: bool
