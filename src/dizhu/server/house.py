"""What the house tells everybody on the WebSocket, and somebody who has to go."""

import msgspec

# --- the house ---


class AnnouncementView(msgspec.Struct, frozen=True):
    """Something the operator tells everybody until `expires_at`; a language may be empty."""

    id: str
    zh: str
    en: str
    at: int
    expires_at: int


class House(msgspec.Struct, frozen=True, tag_field="type", tag="house"):
    """What is announced, the newest first; `draining`: a restart is planned, no new hands begin.
    Sent after the welcome when there is anything, and after every change.
    """

    announcements: tuple[AnnouncementView, ...]
    draining: bool


class Banned(msgspec.Struct, frozen=True, tag_field="type", tag="banned"):
    """The operator has banned you; the connection ends with 4403. `until` None: for good."""

    reason: str
    until: int | None
