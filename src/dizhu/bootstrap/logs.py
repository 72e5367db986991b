"""The log: for people, or a JSON object a line; and what must never stand in it is taken out.

Nothing of the program logs a secret, a card or a seed. Should an error's text carry one after all,
it is replaced here, the last place before the world.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

LOG_FORMS = ("human", "json")
LOG_LEVELS = ("warning", "info")
FIELDS = ("operator", "action", "target", "table", "player", "room", "code")
"""What an entry may carry besides its message."""
REMOVED = "[removed]"
_SECRETS = (
    re.compile(r"\b[vd]1(?:\.[\w-]+){3,4}\b"),  # tokens of sessions and devices
    re.compile(r"(?i)\b(bearer|basic)\s+\S+"),
    re.compile(r"(?i)\b(cookie|authorization|password|passwort|token|secret)\b['\"]?\s*[:=]\s*\S+"),
    re.compile(r"\$argon2\w*\$\S+"),
    re.compile(r"(?i)(?:\\x[0-9a-f]{2}){8,}"),  # bytes
    re.compile(r"\b[0-9a-fA-F]{32,}\b"),  # seeds and hashes
    re.compile(r"[\[({]\s*\d{1,2}(?:\s*,\s*\d{1,2})+\s*,?\s*[\])}]"),  # cards
    re.compile(r"(?i)\b(cards|hands|bottom|deal|seed)\s*[=:]\s*[^,)\s]+"),
)


def scrubbed(text: str) -> str:
    """A text without what looks like a secret, a seed or cards."""
    for pattern in _SECRETS:
        text = pattern.sub(REMOVED, text)
    return text


class Human(logging.Formatter):
    """A line to read."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, and what led to it."""
        return scrubbed(super().format(record))


class Json(logging.Formatter):
    """An object a line: at, level, logger, message; fields; an error with where it happened."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        at = datetime.fromtimestamp(record.created, UTC)
        entry: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrubbed(record.getMessage()),
        }
        entry |= {
            name: scrubbed(str(getattr(record, name))) for name in FIELDS if hasattr(record, name)
        }
        if record.exc_info:
            entry["error"] = scrubbed(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def set_up(form: str, level: str, stream: TextIO | None = None) -> None:
    """Log so from now on, to the standard error unless told otherwise."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if form == "json" else Human())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
