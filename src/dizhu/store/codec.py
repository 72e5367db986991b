"""Events as stored: a stable type name and JSON. Class names and paths are never stored.

An event that carries another one (a table's event around a hand's) has both names in its own:
`hand_event.played`.
"""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, cast, get_args, get_type_hints

import msgspec

from dizhu.rules.events import HandEvent
from dizhu.store.errors import UnknownEvent
from dizhu.table.events import HandHappened, TableEvent
from dizhu.tournament.events import CupEvent


def every_codec() -> "Codec":
    """The codec of all events that are stored: those of tables and of cups."""
    plain = [c for c in (*get_args(TableEvent), *get_args(CupEvent)) if c is not HandHappened]
    return Codec(plain, {HandHappened: get_args(HandEvent)})


def table_codec() -> "Codec":
    """The codec of the events of tables."""
    plain = [c for c in get_args(TableEvent) if c is not HandHappened]
    return Codec(plain, {HandHappened: get_args(HandEvent)})


class Codec:
    """Writes and reads events of the classes it is given; each has a class variable `type`.

    `carriers`: classes with a field `event`, and the classes of the events they may carry.
    """

    def __init__(
        self, classes: Iterable[type], carriers: dict[type, Iterable[type]] | None = None
    ) -> None:
        self._encoder = msgspec.json.Encoder()
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        self._rebuild: dict[str, type] = {}
        for event_class in classes:
            self._add(_name(event_class), event_class)
        for carrier, carried in (carriers or {}).items():
            for event_class in carried:
                name = f"{_name(carrier)}.{_name(event_class)}"
                self._add(name, _mirror(carrier, event_class))
                self._rebuild[name] = carrier

    def _add(self, name: str, form: type) -> None:
        assert name not in self._decoders, f"two events are called {name}"
        self._decoders[name] = msgspec.json.Decoder(form)

    @property
    def names(self) -> tuple[str, ...]:
        """The type names, sorted."""
        return tuple(sorted(self._decoders))

    def write(self, event: object) -> tuple[str, str]:
        """The type name and the data of an event. Raises UnknownEvent."""
        name = _name(type(event))
        carried = getattr(event, "event", None)
        if carried is not None:
            name = f"{name}.{_name(type(carried))}"
        if name not in self._decoders:
            raise UnknownEvent(f"no event {name!r} can be stored")
        return name, self._encoder.encode(event).decode()

    def read(self, name: str, data: str) -> object:
        """The event of a type name and data. Raises UnknownEvent."""
        decoder = self._decoders.get(name)
        if decoder is None:
            raise UnknownEvent(f"the store holds an event {name!r}, which this dizhu does not know")
        try:
            form = decoder.decode(data)
        except msgspec.DecodeError as error:
            raise UnknownEvent(f"a stored event {name!r} cannot be read: {error}") from error
        carrier = self._rebuild.get(name)
        if carrier is None:
            return cast(object, form)
        values = {f.name: getattr(form, f.name) for f in fields(carrier)}
        return cast(object, carrier(**values))


def _name(event_class: type) -> str:
    return str(event_class.type)  # type: ignore[attr-defined]


def _mirror(carrier: type, carried: type) -> type[msgspec.Struct]:
    """The fields of a carrier, `event` narrowed to one class: what decoding needs to know."""
    hints = get_type_hints(carrier)
    names = [f.name for f in fields(carrier)]
    columns = [(n, carried if n == "event" else hints[n]) for n in names]
    return msgspec.defstruct(f"{carrier.__name__}Of{carried.__name__}", columns)
