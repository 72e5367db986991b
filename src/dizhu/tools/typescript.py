"""The protocol as TypeScript: an interface for each message, with its `type` as a literal."""

import re
import textwrap
from typing import Annotated, Any, get_args, get_origin

import msgspec

from dizhu.server.codes import OPERATOR_CODES, PLAYER_CODES
from dizhu.tools.contract import Alias, Field, Message, Section, contract, is_union, parts

HEADER = """\
// Written by `make types` from the server's protocol.py. Do not edit.
/* eslint-disable */
"""
_SCALARS = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
_CHOICES = re.compile(r"\^\(([a-z_|]+)\)\(\?!.*\)")


def render() -> str:
    """The whole file."""
    sections = contract()
    aliases = {a.name: a.type for s in sections for a in s.entries if isinstance(a, Alias)}
    namer = _Namer(aliases)
    return "\n".join([HEADER, *(_section(section, namer) for section in sections)])


def render_codes() -> str:
    """The file of all codes of refusals."""
    head = HEADER.replace("protocol.py", "codes.py")
    lists = (("PLAYER_CODES", PLAYER_CODES), ("OPERATOR_CODES", OPERATOR_CODES))
    return head + "".join(f"\n{_list(name, codes)}" for name, codes in lists)


def _list(name: str, codes: tuple[str, ...]) -> str:
    lines = "".join(f'  "{code}",\n' for code in codes)
    return f"export const {name} = [\n{lines}] as const;\n"


class _Namer:
    """Writes a type, by the name of its alias where it has one."""

    def __init__(self, aliases: dict[str, Any]) -> None:
        self._aliases = aliases

    def write(self, wanted: Any) -> str:
        named = next((n for n, t in self._aliases.items() if t == wanted), None)
        return named or self.spell(wanted)

    def spell(self, wanted: Any) -> str:
        """The type in full."""
        if wanted in _SCALARS:
            return _SCALARS[wanted]
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return wanted.__name__
        if get_origin(wanted) is Annotated:
            return self._annotated(wanted)
        if is_union(wanted):
            return " | ".join(self.write(p) for p in parts(wanted))
        return self._sequence(wanted)

    def _annotated(self, wanted: Any) -> str:
        base, *notes = get_args(wanted)
        for note in notes:
            choices = _CHOICES.fullmatch(getattr(note, "pattern", None) or "")
            if choices:
                return " | ".join(f'"{c}"' for c in choices[1].split("|"))
        return self.write(base)

    def _sequence(self, wanted: Any) -> str:
        origin, inner = get_origin(wanted), get_args(wanted)
        if origin is list or (origin is tuple and inner[-1] is Ellipsis):
            item = self.write(inner[0])
            whole = " | " not in item and not item.startswith("readonly ")
            return f"readonly {item}[]" if whole else f"readonly ({item})[]"
        if origin is tuple:
            return f"readonly [{', '.join(self.write(i) for i in inner)}]"
        if origin is dict:
            held = "unknown" if inner[1] is Any else self.write(inner[1])
            return f"Readonly<Record<string, {held}>>"
        raise TypeError(f"no TypeScript for {wanted!r}")


def _section(section: Section, namer: _Namer) -> str:
    entries = [
        _alias(e, namer) if isinstance(e, Alias) else _interface(e, namer) for e in section.entries
    ]
    return f"// --- {section.title} ---\n\n" + "\n".join(entries)


def _alias(alias: Alias, namer: _Namer) -> str:
    doc = _comment(alias.doc, "") if alias.doc else ""
    spelled = namer.spell(alias.type)
    if len(spelled) > 80:
        spelled = "\n  | " + spelled.replace(" | ", "\n  | ")
        return f"{doc}export type {alias.name} ={spelled};\n"
    return f"{doc}export type {alias.name} = {spelled};\n"


def _interface(message: Message, namer: _Namer) -> str:
    lines = [f'  readonly type: "{message.tag}";'] if message.tag else []
    lines += [_field(f, namer) for f in message.fields]
    body = "\n".join(lines)
    return f"{_comment(message.doc, '')}export interface {message.name} {{\n{body}\n}}\n"


def _field(field: Field, namer: _Namer) -> str:
    mark = "?" if field.optional else ""
    return f"  readonly {field.name}{mark}: {namer.write(field.type)};"


def _comment(doc: str, indent: str) -> str:
    text = " ".join(doc.split())
    if len(text) < 90:
        return f"{indent}/** {text} */\n"
    lines = textwrap.wrap(text, 95)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"
