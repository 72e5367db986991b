"""Answers in words."""

from collections.abc import Callable, Iterable
from typing import Any

from dizhu.cli.admin.details import details
from dizhu.cli.admin.times import shown

Answer = dict[str, Any]


def house(said: Answer) -> Iterable[str]:
    """How the house is."""
    if not said["running"]:
        yield "no server runs on this folder"
    else:
        yield f"dizhu {said['version']}: {said['connections']} connections, {said['tables']} tables"
        yield f"{said['hands']} hands run, {said['waiting']} people look for a game"
    if said["draining"]:
        yield f"draining since {shown(said['drains_since'])}: {_drained(said)}"
    yield f"house:compensation: {said['compensated']:,} beans"
    for problem in said["problems"]:
        yield f"problem: {problem}"
    for name, count in said["counts"].items():
        yield f"fault: {name} {count}"
    yield from announcements(said["announcements"])


def _drained(said: Answer) -> str:
    return "no hand runs, it may be stopped" if said["empty"] else "hands still run"


def announcements(said: list[Answer]) -> Iterable[str]:
    """What is announced."""
    for one in said:
        text = " / ".join(t for t in (one["zh"], one["en"]) if t)
        yield f"announced until {shown(one['expires_at'])}: {text}  [{one['id']}]"


def people(said: Answer) -> Iterable[str]:
    """A line each."""
    for one in said["people"]:
        yield _person(one)
    yield from _older(said)


def _person(one: Answer) -> str:
    marks = [one["kind"], f"{one['beans']:,} beans"]
    marks += ["operator"] * one["operator"] + ["online"] * one["online"]
    marks += [f"at table {one['table']}"] * (one["table"] is not None)
    marks += [f"looks for a game in {one['queued']}"] * (one["queued"] is not None)
    marks += [f"in room {one['code']}"] * (one["code"] is not None)
    for kind, word in (("ban", "banned"), ("mute", "muted")):
        if one[kind] is not None:
            marks.append(f"{word} until {shown(one[kind]['until'])}: {one[kind]['reason']}")
    return f"{one['id']}  {one['name']}  {', '.join(marks)}"


def person(said: Answer) -> Iterable[str]:
    """Somebody."""
    yield _person(said["person"])
    yield f"since {shown(said['person']['created_at'])}, {said['reports']} complaints about him"
    for one in said["sessions"]:
        yield f"signed in {shown(one['created_at'])}, seen {shown(one['seen_at'])}: {_place(one)}"


def _place(session: Answer) -> str:
    return " ".join(t for t in (session["device"], session["address"]) if t) or "unknown device"


def tables(said: Answer) -> Iterable[str]:
    """A line each."""
    for one in said["tables"]:
        seats = ", ".join(_seat(s) for s in one["seats"])
        phase = one["phase"] or one["status"]
        yield (
            f"{one['table']}  {one['room']} ({one['ruleset']}, "
            f"{one['stakes']['coefficient']} a point)  hand {one['hand_no']} {phase}, "
            f"version {one['version']}, {one['watchers']} watch: {seats}"
        )
    yield f"{said['total']} tables"


def _seat(seat: Answer) -> str:
    name = str(seat["name"])
    marks = [word for word in ("bot", "left", "autoplay") if seat[word]]
    marks += ["offline"] * (not seat["connected"])
    return name + (f" [{' '.join(marks)}]" if marks else "")


def reports(said: Answer) -> Iterable[str]:
    """A complaint, and what was said."""
    for one in said["reports"]:
        state = "open" if one["outcome"] is None else f"{one['outcome']}: {one['note']}"
        whom = f"{one['reported_name']} ({one['reported']}) at {one['place']}"
        head = f"#{one['id']} {shown(one['at'])} {one['reporter_name']} about {whom}"
        yield f"{head}: {one['reason']}; {state}"
        for line in one["said"]:
            words = line["what"] if line["kind"] == "text" else f"[{line['kind']} {line['what']}]"
            yield f"    {shown(line['at'])} {line['name']}: {words}"
    yield from _older(said)


def audit(said: Answer) -> Iterable[str]:
    """A line each: who, what with its details, why, and the id of the command."""
    for one in said["lines"]:
        who, whom = one["by_name"] or one["by"], one["target_name"] or one["target"]
        what = ", ".join([f"{one['action']} {whom}", *details(one["details"])])
        why = f": {one['reason']}" if one["reason"] else ""
        yield f"#{one['id']} {shown(one['at'])} {who}: {what}{why}  [{one['command']}]"
    yield from _older(said)


def _older(said: Answer) -> Iterable[str]:
    if said["next"] is not None:
        yield f"more: --before {said['next']}"


def deed(said: Answer) -> Iterable[str]:
    """It is done."""
    yield "it was done before; nothing has changed now" if said["repeated"] else "done"
    if said["beans"] is not None:
        yield f"he has {said['beans']:,} beans now, house:compensation {said['house']:,}"


SHOWN: dict[str, Callable[[Any], Iterable[str]]] = {
    "house": house,
    "people": people,
    "person": person,
    "tables": tables,
    "reports": reports,
    "audit": audit,
    "announcements": announcements,
}
"""By the names of `ADMIN_ROUTES`; all others are deeds."""
