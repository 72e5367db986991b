"""Events as stored: a stable type name and JSON. Class names and paths are never stored."""

from collections.abc import Iterable
from typing import Any

import msgspec

from dizhu.store.errors import UnknownEvent


class Codec:
    """Writes and reads the events of the classes it is given; each has a class variable `type`."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._encoder = msgspec.json.Encoder()
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        for event_class in classes:
            name = _name(event_class)
            assert name not in self._decoders, f"two events are called {name}"
            self._decoders[name] = msgspec.json.Decoder(event_class)

    @property
    def names(self) -> tuple[str, ...]:
        """The type names, sorted."""
        return tuple(sorted(self._decoders))

    def write(self, event: object) -> tuple[str, str]:
        """The type name and the data of an event."""
        name = _name(type(event))
        if name not in self._decoders:
            raise UnknownEvent(f"no event {name!r} can be stored")
        return name, self._encoder.encode(event).decode()

    def read(self, name: str, data: str) -> object:
        """The event of a type name and data. Raises UnknownEvent."""
        decoder = self._decoders.get(name)
        if decoder is None:
            raise UnknownEvent(
                f"the store holds an event {name!r}, which this program does not know"
            )
        try:
            event: object = decoder.decode(data)
        except msgspec.DecodeError as error:
            raise UnknownEvent(f"a stored event {name!r} cannot be read: {error}") from error
        return event


def _name(event_class: type) -> str:
    return str(event_class.type)  # type: ignore[attr-defined]
