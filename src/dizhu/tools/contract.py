"""The messages of `server.protocol` as data: what the generators of types and documents read."""

import ast
import inspect
import itertools
import types
from dataclasses import dataclass
from types import ModuleType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from dizhu.server import admin, cup_protocol, friend_form, gifts, house, people, protocol, records

MODULES: tuple[ModuleType, ...] = (
    protocol,
    house,
    friend_form,
    records,
    people,
    gifts,
    cup_protocol,
    admin,
)
"""Where messages are defined: those of the WebSocket, and of the HTTP interface."""
Doc = str | None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message. `optional`: may be left out."""

    name: str
    type: Any
    optional: bool
    default: Any


@dataclass(frozen=True, slots=True)
class Message:
    """A struct. `tag`: the value of its `type` field, None for a part of other messages."""

    name: str
    doc: str
    tag: str | None
    incoming: bool
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """A scalar with a meaning of its own (`CardId`), or a union of messages (`ClientMessage`)."""

    name: str
    type: Any
    doc: Doc


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one comment line of the source."""

    title: str
    entries: tuple[Message | Alias, ...]


def contract() -> tuple[Section, ...]:
    """Everything the protocol defines, in the order of its source."""
    sections: dict[str, list[Message | Alias]] = {}
    for module in MODULES:
        source = inspect.getsource(module)
        titles = _titles(source)
        docs = _alias_docs(source)
        for name, line in _definitions(source):
            title = max((t for t in titles if t[0] < line), default=(0, "scalars"))[1]
            entry = _entry(module, name, docs.get(name))
            if entry is not None:
                sections.setdefault(title, []).append(entry)
    return tuple(Section(title, tuple(entries)) for title, entries in sections.items())


def _titles(source: str) -> list[tuple[int, str]]:
    lines = enumerate(source.splitlines(), 1)
    return [(n, text.strip("# -")) for n, text in lines if text.startswith("# ---")]


def _definitions(source: str) -> list[tuple[str, int]]:
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            found.append((node.name, node.lineno))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.append((node.targets[0].id, node.lineno))
    return found


def _alias_docs(source: str) -> dict[str, str]:
    """The string that stands after an assignment is its documentation."""
    body = ast.parse(source).body
    docs = {}
    for node, following in itertools.pairwise(body):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
        ):
            docs[node.targets[0].id] = inspect.cleandoc(str(following.value.value))
    return docs


def _entry(module: ModuleType, name: str, doc: Doc) -> Message | Alias | None:
    value = getattr(module, name)
    if name.startswith("_"):
        return None
    if inspect.isclass(value) and issubclass(value, msgspec.Struct):
        return _message(value)
    if get_origin(value) is Annotated or is_union(value):
        return Alias(name, value, doc)
    return None


def is_union(value: Any) -> bool:
    """Whether a type is `A | B`."""
    return get_origin(value) in (Union, types.UnionType)


def _message(struct: type[msgspec.Struct]) -> Message:
    config = struct.__struct_config__
    incoming = config.forbid_unknown_fields
    may_omit = incoming or config.omit_defaults
    fields = tuple(
        Field(f.encode_name, f.type, may_omit and not f.required, f.default)
        for f in msgspec.structs.fields(struct)
    )
    tag = None if config.tag is None else str(config.tag)
    return Message(struct.__name__, inspect.getdoc(struct) or "", tag, incoming, fields)


def parts(union: Any) -> tuple[Any, ...]:
    """The members of a union."""
    return get_args(union)
