"""A hypothesis state machine drives the WebSocket of a real server against a model.

The model knows who waits where, who sits where, who is in which room of friends, who hears whom,
what was acknowledged and what everybody owns; what it cannot know (cards, who sits with whom) it
takes from the server and checks. `python -m tests.soak.protocol --steps 10000`.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from yarl import URL

from dizhu.bootstrap import Server
from dizhu.ledger.transfers import player_account
from tests.server.conftest import config
from tests.server.playing import Guest, Message
from tests.soak.persona import Persona
from tests.soak.rooms_model import RoomModel, Rooms

T = TypeVar("T")

PEOPLE = 5
ROOMS = ("quick", "people", "hasty", "laizi", "menzhua", "jj", "match", "rich", "nowhere")
ACTIONS = ("ready", "call", "rob", "blind", "look", "raise", "pass", "double", "no_double")
STRANGE = (
    "",
    "{",
    "[]",
    '{"type":"fly"}',
    '{"type":"join"}',
    '{"type":"act","table":"t","action":{"type":"fly"},"command_id":"x","seen_version":0}',
    '{"type":"ping","sent_at":"now"}',
    "\u0000",
)
FAST = {"deal_step_ms": 0, "seconds_start": 1}

PATIENCE = 10.0
"""Seconds in which what is under way must have been told."""
MOST_AT_ONCE = 8
"""Examples between two looks at the clock."""

people = st.integers(0, PEOPLE - 1)


class Ground:
    """The server and its loop; it only runs while a rule waits for it."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        limits = {"rate": 5000.0, "burst": 5000.0, "next_ms": 3000}
        self.server = Server(config(folder, **limits))
        self.do(self.server.start())
        self.base = f"http://127.0.0.1:{self.server.port}"

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something to its end."""
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    def close(self) -> None:
        """No more."""
        self.do(self.server.stop())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


class Protocol(RuleBasedStateMachine):
    """Five people, each with any number of devices, who do anything in any order."""

    ground: Ground
    steps: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self.people: list[Persona] = []
        self.rooms = Rooms()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run one rule."""
        self.steps["steps"] += 1
        return self.ground.do(work)

    def count(self, what: str, answer: Message) -> str:
        """For the figures; the code of a refusal, or `ack`."""
        code = str(answer.get("code", "ack"))
        self.steps[f"{what}: {code}"] += 1
        return code

    @initialize()
    def come(self) -> None:
        """Everybody signs in and connects."""

        async def sign_in() -> Persona:
            guest = Guest(self.ground.base)
            await guest.sign_in()
            await guest.connect()
            persona = Persona(guest)
            persona.read()
            return persona

        async def all_of_them() -> list[Persona]:
            return [await sign_in() for _ in range(PEOPLE)]

        self.people = self.do(all_of_them())

    # --- looking for a game ---

    @rule(who=people, room=st.sampled_from(ROOMS), bots=st.booleans())
    def join(self, who: int, room: str, bots: bool) -> None:
        """Queue, move to another queue, be seated, or be told why not."""
        person = self.people[who]
        if not person.connected:
            return
        person.wish = room
        bound = self._bound(person)
        answer = self.do(person.command("join", room=room, bots=bots, start="ready"))
        code = self.count("join", answer)
        if room == "nowhere":
            assert code == "unknown_room"
        elif code == "already_seated":
            assert bound or person.room is not None
        elif code == "hand_running":
            assert bound, "who is bound nowhere may sit down"
        elif room == "rich":
            assert code == "not_enough_beans"
        else:
            assert code == "ack"
            self._settle()
            assert person.queued == room or self._bound(person)

    def _bound(self, person: Persona) -> bool:
        """Whether he has a seat, perhaps at a table that is just being opened."""
        return self.ground.server.tables.seating.bound(person.id) is not None

    @rule(who=people)
    def cancel(self, who: int) -> None:
        """Stop looking: exactly when one looks."""
        person = self.people[who]
        if not person.connected:
            return
        self._settle()
        looking = person.queued is not None
        code = self.count("cancel", self.do(person.command("cancel_join")))
        person.read()
        if code == "ack":
            assert looking
            assert person.queued is None
        else:
            assert code == "not_queued"
            assert not looking or person.table is not None

    # --- at a table ---

    @rule(who=people, turns=st.integers(1, 12))
    def play(self, who: int, turns: int) -> None:
        """What is asked is answered within the rules: done, unless the table has moved on."""
        person = self.people[who]
        if person.connected and person.table is None:
            self.join(who, ROOMS[turns % 7], True)
        for _ in range(turns):
            if not person.connected or person.snapshot_due:
                return
            self.ground.do(self._asked_soon(person))
            person.read()
            if person.table is None or not person.guest.asked():
                return
            answer = self.do(self._act(person, person.guest.move()))
            code = self.count("play", answer)
            assert code in ("ack", "stale", "not_your_turn", "wrong_phase", "no_table", "closed")
            self._settle()

    async def _asked_soon(self, person: Persona) -> None:
        """Bots and the deal take their time."""
        for _ in range(20):
            if person.guest.asked():
                return
            await asyncio.sleep(0.01)

    async def _act(self, person: Persona, action: Message, **changes: object) -> Message:
        guest = person.guest
        fields = {"table": guest.table or "none", "seen_version": guest.version} | changes
        return await person.command("act", action=action, **fields)

    @rule(who=people, name=st.sampled_from(ACTIONS), behind=st.integers(0, 40))
    def act_anyhow(self, who: int, name: str, behind: int) -> None:
        """Anything at any time: what is not offered is refused, and the hand stays as it is."""
        person = self.people[who]
        if not person.connected:
            return
        offered = self._offered(person, name)
        seen = max(0, person.guest.version - behind)
        code = self.count("any", self.do(self._act(person, {"type": name}, seen_version=seen)))
        if code == "ack":
            assert offered or name == "ready" or person.guest.version > seen

    def _offered(self, person: Persona, name: str) -> bool:
        hand = None if person.guest.view is None else person.guest.view["hand"]
        return hand is not None and name in {o["type"] for o in hand["options"]}

    @rule(who=people, cards=st.lists(st.integers(0, 53), min_size=1, max_size=6, unique=True))
    def forge(self, who: int, cards: list[int]) -> None:
        """Cards of others are never played (F103)."""
        person = self.people[who]
        if not person.connected:
            return
        view = person.guest.view
        held = view["hand"]["cards"][view["you"]] if view and view["hand"] else None
        answer = self.do(self._act(person, {"type": "play", "cards": cards}))
        if self.count("forge", answer) == "ack":
            assert held is not None
            assert set(cards) <= set(held), "played what he does not hold"

    @rule(who=people, how=st.sampled_from(("again", "leave", "escape", "autoplay")))
    def around_the_hand(self, who: int, how: str) -> None:
        """Go on, go, escape, let the system play: a leave in mid-hand is refused (R-ESC-4)."""
        person = self.people[who]
        if not person.connected or person.table is None or person.snapshot_due:
            return
        action: Message = {"type": how}
        if how == "autoplay":
            action["on"] = True
        before, table, room = person.guest.view, person.table, person.room
        code = self.count(how, self.do(self._act(person, action)))
        gone = how in ("leave", "escape") and code == "ack"
        if gone and room is not None and room["table"] == table:
            self.rooms.leave(person.id)  # who leaves his friends' table leaves them
        self._settle()
        if how == "escape" and code == "ack" and before is not None:
            assert person.table != before["table"]

    @rule(who=people, data=st.data())
    def repeat(self, who: int, data: st.DataObject) -> None:
        """A command whose answer was lost is sent again: the same answer, nothing done twice."""
        person = self.people[who]
        done = [c for c, a in person.answers.items() if a["type"] == "ack" and a["version"] > 0]
        if not person.connected or not done:
            return
        command_id = data.draw(st.sampled_from(done[-8:]))
        beans = self._beans(person)
        answer = self.do(
            person.command_again(
                command_id,
                "act",
                table=person.guest.table or "none",
                action={"type": "pass"},
                seen_version=0,
            )
        )
        self.count("repeat", answer)
        if answer["type"] == "ack":
            assert answer["version"] in {
                a["version"] for c, a in person.answers.items() if c == command_id
            }
        assert beans is None or person.table is not None or self._beans(person) == beans

    def _beans(self, person: Persona) -> int | None:
        (beans,) = self.do(self.ground.server.wallet.beans([person.id]))
        return beans

    @rule(who=people, back=st.integers(0, 500))
    def resume(self, who: int, back: int) -> None:
        """The tail or a snapshot; afterwards nothing is missing."""
        person = self.people[who]
        if not person.connected or person.table is None:
            return
        version = max(0, person.guest.version - back)
        person.guest.table = person.table

        async def ask() -> None:
            await person.guest.send(type="resume", table=person.table, version=version)
            await person.barrier()

        self.do(ask())
        self._settle()

    @rule(who=people)
    def ask_hint(self, who: int) -> None:
        """Only cards that one holds are proposed."""
        person = self.people[who]
        if not person.connected or person.table is None or person.guest.view is None:
            return

        async def ask() -> Message:
            start, request = len(person.guest.log), person.guest.new_id()
            person.expected[request] += 1
            await person.guest.send(type="ask_hint", table=person.table, request_id=request)
            return await person.guest.wait_any_from(start, ("hints", "refused"))

        self.count("hint", self.do(ask()))

    # --- devices ---

    @rule(who=people)
    def drop(self, who: int) -> None:
        """The connection is lost."""
        person = self.people[who]
        if person.connected:
            person.connected = False
            self.do(person.guest.disconnect())
            person.read()

    @rule(who=people)
    def connect(self, who: int) -> None:
        """Come back, or with another device: the newer one takes over, the older is told (F95)."""
        person = self.people[who]
        old = person.guest
        guest, welcome = self.do(self._other_device(old))
        assert welcome["player"]["id"] == person.id
        if person.connected:
            self.do(self._replaced(old))
        person.older.append(old)
        person.read()
        person.fresh_device(guest, welcome)
        self.count("connect", welcome)
        if person.table is not None:
            self.resume(who, 10_000)
            assert guest.version > 0, "where he sits he is shown the table"

    async def _other_device(self, old: Guest) -> tuple[Guest, Message]:
        guest = Guest(self.ground.base)
        guest.player, guest.table = old.player, old.table
        cookies = old.http.cookie_jar.filter_cookies(URL(self.ground.base))
        guest.http.cookie_jar.update_cookies(cookies, URL(self.ground.base))
        return guest, await guest.connect()

    async def _replaced(self, old: Guest) -> None:
        async with asyncio.timeout(10):
            while old.closed_with is None:  # noqa: ASYNC110 - told by a reader
                await asyncio.sleep(0.001)
        assert old.closed_with == 4001
        assert old.log[-1]["type"] == "replaced"

    @rule(who=people, frame=st.sampled_from(STRANGE))
    def nonsense(self, who: int, frame: str) -> None:
        """What cannot be read is refused, and the connection goes on."""
        person = self.people[who]
        if not person.connected:
            return

        async def send() -> Message:
            start = len(person.guest.log)
            await person.guest.send_raw(frame)
            await person.barrier()
            refusals = [m for m in person.guest.log[start:] if m["type"] == "refused"]
            return refusals[0] if refusals else {"code": "none"}

        assert self.count("nonsense", self.do(send())) == "bad_message"

    # --- friends ---

    @rule(who=people, bots=st.booleans(), ruleset=st.sampled_from(("qq-classic", "jj-match")))
    def make_room(self, who: int, bots: bool, ruleset: str) -> None:
        """A room of one's own; one is in one at a time."""
        person = self.people[who]
        if not person.connected:
            return
        answer = self.do(
            person.command("make_room", ruleset=ruleset, options=FAST, hands=2, bots=bots)
        )
        code = self.count("make_room", answer)
        if self.rooms.of(person.id) is not None:
            assert code == "already_in_room"
        elif code != "rate_limited":
            assert code == "ack"
            self._settle()
            assert person.room is not None
            self.rooms.add(RoomModel(person.room["code"], person.id, bots))

    @rule(who=people, owner=people, wrong=st.booleans())
    def enter_room(self, who: int, owner: int, wrong: bool) -> None:
        """By the code; a full one is full, who was sent out stays out."""
        person = self.people[who]
        known = self.rooms.of(self.people[owner].id)
        if not person.connected or known is None:
            return
        code = "AAAAAA" if wrong else known.code
        answer = self.do(person.command("enter_room", code=code))
        got = self.count("enter_room", answer)
        if got == "rate_limited":
            return
        expected = "no_friend_room" if wrong else self.rooms.enter(person.id, known)
        assert got == expected

    @rule(who=people)
    def leave_room(self, who: int) -> None:
        """Exactly who is in one leaves it."""
        person = self.people[who]
        if not person.connected:
            return
        code = self.count("leave_room", self.do(person.command("leave_room")))
        assert code == self.rooms.leave(person.id)

    @rule(who=people, whom=people, kick=st.booleans())
    def host_does(self, who: int, whom: int, kick: bool) -> None:
        """Only the host sends somebody out, or makes another one host."""
        person, other = self.people[who], self.people[whom]
        if not person.connected:
            return
        playing = person.room is not None and person.room["status"] == "playing"
        kind = "kick" if kick else "give_host"
        code = self.count(kind, self.do(person.command(kind, player=other.id)))
        if kick and playing and code == "room_playing":
            return
        act = self.rooms.kick if kick else self.rooms.give_host
        assert code == act(person.id, other.id)

    @rule(who=people)
    def start_room(self, who: int) -> None:
        """The host has the cards dealt, if everybody is free."""
        person = self.people[who]
        if not person.connected:
            return
        known = self.rooms.of(person.id)
        code = self.count("start_room", self.do(person.command("start_room")))
        if known is None:
            assert code == "not_member"
        elif known.host != person.id:
            assert code == "not_host"
        elif code == "too_few":
            assert len(known.members) < 3
            assert not known.bots
        else:
            assert code in ("ack", "room_playing", "member_busy")
            self._settle()
            assert code != "ack" or person.table is not None

    # --- talking ---

    @rule(who=people, kind=st.sampled_from(("quick", "emote", "text")))
    def say(self, who: int, kind: str) -> None:
        """All who are there hear it, but for those who do not want to; nobody else does."""
        person = self.people[who]
        if not person.connected:
            return
        self._settle()
        what = f"w{self.steps['steps']}"
        table, room = person.table, self.rooms.of(person.id)
        code = self.count("say", self.do(person.command("say", kind=kind, what=what)))
        self._settle()
        heard = {p.id for p in self.people if any(m["what"] == what for m in p.heard)}
        if code != "ack":
            assert not heard
            return
        assert table is not None or room is not None
        if person.table == table and table is not None:
            may = {p.id for p in self.people if table in (p.table, *p.left_tables)}
            must = {p.id for p in self.people if p.table == table and p.connected}
        else:
            may = must = set(() if room is None else room.members) | {person.id}
            must = {p.id for p in self.people if p.id in must and p.connected}
        deaf = {p.id for p in self.people if person.id in p.blocked}
        assert must - deaf <= heard <= may - deaf

    @rule(who=people, whom=people, on=st.booleans())
    def block(self, who: int, whom: int, on: bool) -> None:
        """Never hear somebody, or hear him again."""
        person, other = self.people[who], self.people[whom]
        if not person.connected or person is other:
            return
        self._settle()
        after = person.blocked | {other.id} if on else person.blocked - {other.id}
        person.blocked = after
        assert (
            self.count("block", self.do(person.command("block", player=other.id, on=on))) == "ack"
        )

    @rule(who=people, whom=people)
    def watch(self, who: int, whom: int) -> None:
        """Tables of the lobby may be watched by who sits nowhere."""
        person, other = self.people[who], self.people[whom]
        if not person.connected or other.table is None:
            return
        bound = self._bound(person)
        code = self.count("watch", self.do(person.command("watch", table=other.table)))
        assert code in ("ack", "already_seated", "no_table", "not_watchable")
        assert code != "ack" or not bound

    # --- what always holds ---

    def _settle(self) -> None:
        """Everybody has read all there was to read."""

        async def all_of_them() -> None:
            await asyncio.gather(*(p.barrier() for p in self.people if p.connected))

        self.ground.do(all_of_them())
        for person in self.people:
            if person.connected:
                person.read()

    @invariant()
    def told_as_it_is(self) -> None:
        """What everybody was told is how it is: place, queue, beans."""
        wrong: list[str] = []
        last = time.monotonic() + PATIENCE
        while self.people and (time.monotonic() < last or not wrong):
            self._settle()
            wrong = [w for p in self.people if p.connected for w in self._differences(p)]
            if not wrong:
                return
        assert not wrong, f"told otherwise than it is: {wrong}"

    def _differences(self, person: Persona) -> list[str]:
        server, found = self.ground.server, []
        table = server.tables.seating.table_of(person.id)
        if table is not None and server.tables.find(table) is None:
            return ["a table is being opened for him: it is told when it is stored"]
        waiting = server.lobby.waiting(person.id)
        queued = None if waiting is None else waiting.room
        row = server.store._reading.execute(
            "SELECT beans FROM accounts WHERE id = ?", (player_account(person.id),)
        ).fetchone()
        for what, told, is_so in (
            ("table", person.table, table),
            ("queue", person.queued, queued),
            ("beans", person.beans, row[0]),
        ):
            if told != is_so:
                found.append(f"{person.id} {what}: told {told}, is {is_so}")
        room = self.rooms.of(person.id)
        told_code = None if person.room is None else person.room["code"]
        if told_code != (None if room is None else room.code):
            found.append(f"{person.id} room: told {told_code}, is {room}")
        elif room is not None and person.room is not None:
            members = [m["id"] for m in person.room["members"]]
            if members != room.members or person.room["host"] != room.host:
                found.append(f"{person.id} room: told {members}, is {room}")
        return found

    @invariant()
    def beans_are_conserved(self) -> None:
        """Over all accounts they come to zero."""
        if self.people:
            query = "SELECT sum(beans), min(CASE WHEN id LIKE 'house:%' THEN 0 ELSE beans END)"
            row = self.ground.server.store._reading.execute(f"{query} FROM accounts").fetchone()
            assert row in ((0, 0), (None, None)) or (row[0] == 0 and row[1] >= 0)

    @invariant()
    def no_errors(self) -> None:
        """The server counts its own mistakes: there are none."""
        if self.people:
            assert self.ground.server.health.counts == {}

    def teardown(self) -> None:
        """Everybody closes the page; what was answered was answered."""

        async def go() -> None:
            for person in self.people:
                for guest in (person.guest, *person.older):
                    await guest.disconnect()
                    await guest.http.close()

        if self.people:
            self.ground.do(go())


def drive(folder: Path, steps: int, each: int, minutes: float = 60.0) -> Counter[str]:
    """Run the machine for at least so many steps, in examples of `each`, or for so long; the
    figures.
    """
    last = time.monotonic() + 60 * minutes
    ground = Ground(folder)
    figures: Counter[str] = Counter()
    machine = type("Driven", (Protocol,), {"ground": ground, "steps": figures})
    try:
        while figures["steps"] < steps and time.monotonic() < last:
            left = min(MOST_AT_ONCE, max(1, (steps - figures["steps"]) // each))
            run_state_machine_as_test(
                machine,
                settings=settings(
                    max_examples=left,
                    stateful_step_count=each,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                ),
            )
    finally:
        ground.close()
    return figures


def main() -> int:
    """Run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.protocol", description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=60, help="steps of one example")
    parser.add_argument("--minutes", type=float, default=60.0)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        figures = drive(Path(folder), arguments.steps, arguments.each, arguments.minutes)
    for what, number in sorted(figures.items()):
        print(f"{number:8} {what}")
    enough = figures["steps"] >= arguments.steps
    words = "all is well" if enough else "no fault, but fewer steps than were asked for"
    print(f"{time.monotonic() - began:8.1f} seconds: {words}")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
