"""How the command line finds the server that runs on its machine: an address and a token in the
data folder, which only its owner can read. A new token with every start.
"""

import contextlib
import os
import secrets
from pathlib import Path

import msgspec

FILE = "admin.json"


class HostKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`url`: of the server, as this machine reaches it."""

    url: str
    token: str


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def publish(folder: Path, host: str, port: int, token: str) -> None:
    """Leave the key in the data folder, whole or not at all. Raises OSError."""
    reached = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    shown = f"[{reached}]" if ":" in reached else reached
    key = HostKey(f"http://{shown}:{port}", token)
    made = folder / f"{FILE}.new"
    made.unlink(missing_ok=True)
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(key))
    made.replace(folder / FILE)


def withdraw(folder: Path) -> None:
    """The server stops."""
    with contextlib.suppress(OSError):  # the token is worth nothing any more
        (folder / FILE).unlink()


def find(folder: Path) -> HostKey | None:
    """The key of a server that runs, or that was killed; None: there is none."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=HostKey)
    except (OSError, msgspec.DecodeError):
        return None
