"""A store in a fresh folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dizhu.rules.events import Called, Dealt, Played
from dizhu.store.codec import Codec
from dizhu.store.sqlite import SqliteStore

EVENTS = (Called, Dealt, Played)


@pytest.fixture
def codec() -> Codec:
    return Codec(EVENTS)


@pytest.fixture
def store(tmp_path: Path, codec: Codec) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path, codec)
    yield opened
    opened.close()
