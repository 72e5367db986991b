"""The codes of refusals as they stand in the sources: what is given to whatever carries a code."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import dizhu
from dizhu.friends.state import FriendCode
from dizhu.rules.errors import Code
from dizhu.table.state import TableCode
from dizhu.tournament.errors import CupCode

SOURCES = Path(dizhu.__file__).parent
PACKAGES = ("app", "bootstrap", "friends", "rules", "server", "store", "table", "tournament")
CARRIERS = {
    **dict.fromkeys(("Refusal", "Impossible", "BadName", "ApiError", "RuleViolation"), 0),
    "ApiRefusal": 1,
    "unqueued": 2,
}
"""What carries a code to somebody, and which argument it is; so does any function's `code`."""
ENUMS: dict[str, type[StrEnum]] = {e.__name__: e for e in (Code, TableCode, FriendCode, CupCode)}
LIKE_A_CODE = re.compile(r"[a-z]+(_[a-z]+)*")
DEEP = 4

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Sources:
    """All modules, and what is needed to see where a variable comes from."""

    root: Path = SOURCES
    modules: dict[Path, ast.Module] = field(default_factory=dict)
    functions: dict[str, list[Function]] = field(default_factory=lambda: defaultdict(list))
    constants: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for package in PACKAGES:
            for path in (self.root / package).rglob("*.py"):
                self._read(path, ast.parse(path.read_text("utf-8")))

    def _read(self, path: Path, module: ast.Module) -> None:
        self.modules[path.relative_to(self.root)] = module
        for node in ast.walk(module):
            if isinstance(node, Function):
                self.functions[node.name].append(node)
        for statement in module.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                named = (
                    statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                )
                for target in named:
                    if isinstance(target, ast.Name):
                        self.constants[target.id].append(statement.value)

    def codes(self) -> dict[str, set[Path]]:
        """Every code with the files from which it is sent."""
        found: dict[str, set[Path]] = defaultdict(set)
        for text, path in self._all():
            if LIKE_A_CODE.fullmatch(text):
                found[text].add(path)
        return found

    def _all(self) -> Iterator[tuple[str, Path]]:
        for path, module in self.modules.items():
            seen: set[ast.Call] = set()
            for function in (n for n in ast.walk(module) if isinstance(n, Function)):
                calls = {n for n in ast.walk(function) if isinstance(n, ast.Call)}
                seen |= calls
                yield from ((c, path) for call in calls for c in self._sent(call, function))
            rest = (n for n in ast.walk(module) if isinstance(n, ast.Call) and n not in seen)
            yield from ((c, path) for call in rest for c in self._sent(call, None))

    def _sent(self, call: ast.Call, inside: Function | None) -> Iterator[str]:
        for given in self._given(call):
            yield from self._texts(given, inside, DEEP)

    def _given(self, call: ast.Call) -> Iterator[ast.expr]:
        """What a call gives as a code."""
        name = _name(call.func)
        if (
            name == "Refused" and call.args
        ):  # of accounts (the code), or of the protocol (an id, it)
            yield call.args[0] if len(call.args) == 1 else call.args[1]
        elif name in CARRIERS and len(call.args) > CARRIERS[name]:
            yield call.args[CARRIERS[name]]
        for function in self.functions.get(name, ()):
            names = [a.arg for a in function.args.args if a.arg != "self"]
            if "code" in names and names.index("code") < len(call.args):
                yield call.args[names.index("code")]

    def _texts(self, node: ast.expr | None, inside: Function | None, deep: int) -> Iterator[str]:
        """The texts that an expression may be."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Attribute(value=ast.Name(id=enum), attr=name) if enum in ENUMS:
                yield ENUMS[enum][name].value
            case ast.Name(id=name):
                yield from self._named(name, inside, deep)
            case ast.Call(func=func) if deep and not _is_get(node):
                for function in self.functions.get(_name(func), ()):
                    for at in (n for n in ast.walk(function) if isinstance(n, ast.Return)):
                        yield from self._texts(at.value, function, deep - 1)
            case _:
                for part in _parts(node):
                    yield from self._texts(part, inside, deep)

    def _named(self, name: str, inside: Function | None, deep: int) -> Iterator[str]:
        if not deep:
            return
        for node in ast.walk(inside) if inside is not None else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                    yield from self._texts(value, inside, deep - 1)
                case ast.NamedExpr(target=ast.Name(id=found), value=value) if found == name:
                    yield from self._texts(value, inside, deep - 1)
        for value in self.constants.get(name, ()):
            yield from self._texts(value, None, deep - 1)


def _is_get(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get"


def _parts(node: ast.expr | None) -> list[ast.expr]:
    """Those of which an expression is one."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.BoolOp(values=values) | ast.Dict(values=values):
            return values
        case ast.Await(value=value) | ast.NamedExpr(value=value) | ast.Subscript(value=value):
            return [value]
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=args):
            return [value, *args[1:]]
    return []


def _named_by(statement: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _name(func: ast.expr) -> str:
    return str(getattr(func, "id", None) or getattr(func, "attr", ""))
