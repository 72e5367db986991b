"""The catalogue of rooms: what is shipped, what is refused, another one while running."""

from collections import Counter
from pathlib import Path

import pytest

from dizhu.app.lobby import Join
from dizhu.app.notices import Done, Refusal
from dizhu.app.room_checks import RoomError
from dizhu.app.rooms import load_rooms
from dizhu.rules.ruleset import PRESETS
from tests.app.stage import ROOMS, Stage
from tests.app.test_lobby import guest

ROOM = '[[room]]\nid = "a"\nzh = "甲"\nen = "A"\nruleset = "qq-classic"\nlevel = 1\n'


def test_every_ruleset_has_rooms_at_three_or_four_stakes() -> None:
    rooms = load_rooms().values()
    assert set(Counter(r.ruleset.name for r in rooms)) == set(PRESETS)
    for name in PRESETS:
        levels = [r.level for r in rooms if r.ruleset.name == name]
        assert 3 <= len(levels) <= 4
        assert levels == sorted(set(levels))


def test_the_higher_the_stakes_the_better_the_bots() -> None:
    """With wild cards `search` plays as `rule` does, so there it is not asked for."""
    for room in load_rooms().values():
        upper = room.level >= 3 and not room.ruleset.wild_enabled
        assert room.bot == ("search" if upper else None), room.id


def test_a_new_player_may_enter_a_room_of_every_ruleset() -> None:
    rooms = load_rooms().values()
    for name in PRESETS:
        assert any(r.admits(10_000) is None for r in rooms if r.ruleset.name == name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("room = [", "no TOML"),
        ("", r"no \[\[room\]\]"),
        ("room = 3", r"no \[\[room\]\]"),
        ("room = [1]", "with its keys"),
        (f"speed = 3\n{ROOM}", "speed"),
        (ROOM + ROOM, "the same id"),
        (ROOM.replace("level = 1\n", ""), "a: level is missing"),
        (ROOM + "colour = 1", "a: unknown keys colour"),
        (ROOM.replace('"a"', '"friend-1"'), "friend-1: id must be .* must not begin with friend-"),
        (ROOM.replace('"a"', '"A b"'), "id must be"),
        (ROOM.replace('"甲"', '""'), "a: zh must be a name"),
        (ROOM.replace("level = 1", "level = 9"), "a: level must be .* not 9"),
        (ROOM.replace("qq-classic", "whist"), "a: ruleset: no ruleset 'whist'"),
        (ROOM + 'bots_after = "soon"', "a: bots_after must be seconds"),
        (ROOM + "bots_after = -1", "a: bots_after must be seconds"),
        (ROOM + "entry_max = 0", "a: entry_max must be"),
        (ROOM + "entry_max = 50\nstakes = { entry_min = 100 }", "below the 100 beans needed"),
        (ROOM + "stakes = 4", "a: stakes must be a table"),
        (ROOM + "stakes = { coefficient = -1 }", "a: coefficient: "),
        (ROOM + "stakes = { colour = 1 }", "a: stakes: unknown: colour"),
        (ROOM + "options = { seconds_play = 0 }", "a: seconds_play: "),
        (ROOM + "options = { speed = 1 }", "a: speed: no such option"),
    ],
)
def test_a_mistake_is_named(text: str, words: str) -> None:
    with pytest.raises(RoomError, match=words):
        load_rooms(text)


def test_the_document_has_a_room_that_works() -> None:
    document = Path(__file__).parents[2] / "docs/howto/set-up-rooms.md"
    text = document.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    (room,) = load_rooms(text).values()
    assert (room.id, room.entry_min, room.ruleset.seconds_play) == ("evening", 2000, 20)


async def test_another_catalogue_while_people_wait(stage: Stage) -> None:
    """Who waits in a room that changed is told; other queues and open tables go on."""
    both = ROOMS.replace("bots_after = 0.05", "bots_after = 60")
    both += both.replace('"quick"', '"slow"')
    stage.rooms.become(load_rooms(both))
    stage.lobby.rooms_changed()
    ann, bob, cy = await guest(stage), await guest(stage), await guest(stage)
    table = await stage.open("dan")
    assert await stage.lobby.join(ann, "1", Join("quick")) == Done(0)
    assert await stage.lobby.join(bob, "1", Join("slow")) == Done(0)
    changed = both.replace("coefficient = 10", "coefficient = 20", 1)
    stage.rooms.become(load_rooms(changed))
    stage.lobby.rooms_changed()
    assert ("unqueued", ann.id, "quick", "room_changed") in stage.audience.notices
    assert stage.lobby.waiting(ann.id) is None
    assert stage.lobby.waiting(bob.id) is not None
    assert table.state.stakes.coefficient == 10
    stage.rooms.become(load_rooms(ROOMS.replace('"quick"', '"new"')))
    stage.lobby.rooms_changed()
    assert stage.lobby.waiting(bob.id) is None
    assert await stage.lobby.join(cy, "1", Join("quick")) == Refusal("unknown_room")
    assert await stage.lobby.join(cy, "2", Join("new")) == Done(0)
    assert stage.lobby.online("new") == 1
