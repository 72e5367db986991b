"""What the server reads when it is built; what cannot be used is a ConfigError that says why."""

from pathlib import Path

import dizhu
from dizhu.app.room_checks import RoomError
from dizhu.app.rooms import Rooms, load_rooms
from dizhu.bootstrap.config import Config, ConfigError
from dizhu.server.auth import load_secret
from dizhu.store.codec import every_codec
from dizhu.store.errors import StoreError
from dizhu.store.sqlite import SqliteStore


def open_store(folder: Path) -> SqliteStore:
    """The store in a data folder, which is made where there is none."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return SqliteStore(folder, every_codec())
    except (OSError, StoreError) as error:
        raise _unusable(folder, error) from error


def read_secret(folder: Path) -> bytes:
    """What signs the tokens of sessions, made at the first start."""
    try:
        return load_secret(folder / "secret.key")
    except (OSError, ValueError) as error:
        raise _unusable(folder, error) from error


def read_rooms(config: Config) -> Rooms:
    """The catalogue of rooms, the host's or the shipped one."""
    options = {} if config.deal_step_ms is None else {"deal_step_ms": config.deal_step_ms}
    try:
        text = None if config.rooms is None else config.rooms.read_text(encoding="utf-8")
        rooms = load_rooms(text, options)
    except (OSError, UnicodeDecodeError, RoomError) as error:
        raise ConfigError(f"the catalogue of rooms cannot be used: {error}") from error
    for room in rooms.values():
        if room.bot is not None:
            config.check_bot(room.bot)
    return rooms


def client_folder() -> Path:
    """The built browser client, carried in the wheel."""
    return Path(dizhu.__file__).parent / "client_dist"


def _unusable(folder: Path, error: Exception) -> ConfigError:
    return ConfigError(f"the data folder {folder} cannot be used: {error}")
