"""Who is asking: signed tokens in an http-only cookie, with a secret kept in the data folder."""

import base64
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

COOKIE = "dizhu_session"
DEVICE_COOKIE = "dizhu_device"
"""Tells that an account has signed in here before; it lets nobody in."""
SESSION_MS = 180 * 24 * 3600 * 1000
"""How long a session lasts; it is renewed when half of it is over."""
SECRET_BYTES = 32
_FORM = "v1"
_DEVICE_FORM = "d1"
_LONGEST = 256


@dataclass(frozen=True, slots=True)
class Session:
    """A sign-in of a player; `expires_at` in milliseconds since 1970."""

    id: str
    player: str
    expires_at: int

    def half_over(self, now_ms: int) -> bool:
        """Whether it is time to renew it."""
        return self.expires_at - now_ms < SESSION_MS // 2


class Tokens:
    """Writes and reads the tokens of sessions."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def write(self, session: Session) -> str:
        """The token of a session."""
        text = f"{_FORM}.{session.id}.{session.player}.{session.expires_at}"
        return f"{text}.{self._mac(text)}"

    def read(self, token: str, now_ms: int) -> Session | None:
        """The session of a token, None for a forged, damaged or expired one."""
        parts = self._parts(token)
        if parts[:1] != [_FORM]:
            return None
        _, session, player, expires = parts
        return Session(session, player, int(expires)) if int(expires) > now_ms else None

    def write_device(self, device: str, name: str) -> str:
        """The token of a device on which somebody has signed in."""
        text = f"{_DEVICE_FORM}.{device}.{name}"
        return f"{text}.{self._mac(text)}"

    def read_device(self, token: str) -> tuple[str, str] | None:
        """The device of a token and the name that signed in there, None for a forged one."""
        parts = self._parts(token)
        return (parts[1], parts[2]) if parts[:1] == [_DEVICE_FORM] else None

    def _parts(self, token: str) -> list[str]:
        """What we have signed; nothing for anything else."""
        if len(token) > _LONGEST or not token.isascii():
            return []
        text, _, mac = token.rpartition(".")
        return text.split(".") if hmac.compare_digest(mac, self._mac(text)) else []

    def _mac(self, text: str) -> str:
        digest = hmac.new(self._secret, text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def load_secret(path: Path) -> bytes:
    """The secret of this installation; made on the first start, readable by the owner alone.

    Raises ValueError when the file holds something else: a new secret would sign everybody out.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = path.read_bytes()
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"{path} is no secret of {SECRET_BYTES} bytes") from None
        return secret
    secret = secrets.token_bytes(SECRET_BYTES)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    return secret
