"""The protocol as a document, from the same source as the client's types."""

import inspect
from typing import Annotated, Any, get_args, get_origin

import msgspec

from dizhu.server import protocol
from dizhu.tools.contract import Alias, Field, Message, contract, is_union, parts

INTRO = """\
# The protocol

Written by `make types` from `src/dizhu/server/protocol.py`. Do not edit.

One WebSocket a client at `/ws`, JSON text frames, each an object with a `type`. {about}
A frame from the client has at most {limit} bytes.
"""


def render() -> str:
    """The whole document."""
    about = " ".join((inspect.getdoc(protocol) or "").split("\n\n", 1)[1].split())
    sections = contract()
    aliases = {a.name: a.type for s in sections for a in s.entries if isinstance(a, Alias)}
    text = [INTRO.format(about=about, limit=protocol.MAX_FRAME_BYTES)]
    for section in sections:
        text.append(f"\n## {section.title[0].upper()}{section.title[1:]}\n")
        text += [
            _alias(e, aliases) if isinstance(e, Alias) else _message(e, aliases)
            for e in section.entries
        ]
    return "\n".join(text)


def _message(message: Message, aliases: dict[str, Any]) -> str:
    title = f"### {message.name}" + (f" — `{message.tag}`" if message.tag else "")
    if not message.fields:
        return f"{title}\n\n{message.doc}\n"
    rows = "\n".join(_row(f, aliases) for f in message.fields)
    return f"{title}\n\n{message.doc}\n\n| field | type | left out |\n|---|---|---|\n{rows}\n"


def _row(field: Field, aliases: dict[str, Any]) -> str:
    left_out = f"`{field.default!r}`" if field.optional else ""
    return f"| `{field.name}` | {_spell(field.type, aliases)} | {left_out} |"


def _alias(alias: Alias, aliases: dict[str, Any]) -> str:
    if is_union(alias.type):
        members = ", ".join(f"`{p.__name__}`" for p in parts(alias.type))
        return f"### {alias.name}\n\nOne of {members}.\n"
    others = {n: t for n, t in aliases.items() if n != alias.name}
    doc = f" {alias.doc}" if alias.doc else ""
    return f"- `{alias.name}`: {_spell(alias.type, others)}.{doc}"


def _spell(wanted: Any, aliases: dict[str, Any]) -> str:
    named = next((n for n, t in aliases.items() if t == wanted), None)
    if named:
        return f"`{named}`"
    if get_origin(wanted) is Annotated:
        base, *notes = get_args(wanted)
        return f"{_spell(base, aliases)} ({', '.join(_limit(n) for n in notes)})"
    if is_union(wanted):
        return " or ".join(_spell(p, aliases) for p in parts(wanted))
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        return f"`{wanted.__name__}`"
    return _sequence(wanted, aliases)


def _sequence(wanted: Any, aliases: dict[str, Any]) -> str:
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is list or (origin is tuple and inner[-1] is Ellipsis):
        return f"list of {_spell(inner[0], aliases)}"
    if origin is tuple:
        return "[" + ", ".join(_spell(i, aliases) for i in inner) + "]"
    if origin is dict:
        return f"object of {_spell(inner[0], aliases)}: {_spell(inner[1], aliases)}"
    names = {type(None): "null", bool: "boolean", str: "text", float: "number"}
    return names.get(wanted) or str(getattr(wanted, "__name__", wanted))


def _limit(note: Any) -> str:
    limits = []
    for name, text in (
        ("ge", "from {}"),
        ("le", "to {}"),
        ("min_length", "at least {} long"),
        ("max_length", "at most {} long"),
        ("pattern", "`{}`"),
    ):
        value = getattr(note, name, None)
        if value is not None:
            limits.append(text.format(str(value).replace("|", "\\|")))
    return ", ".join(limits)
