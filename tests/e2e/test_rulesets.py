"""Every ruleset is played to its result in the browser, with what is special about each."""

from itertools import combinations
from pathlib import Path

import pytest

from dizhu.app.rooms import load_rooms
from dizhu.rules.cards import pack, rank_of
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import PRESETS, preset
from tests.e2e.conftest import DESK, PHONE, NewPerson, NewServer
from tests.e2e.person import Person, by_button

pytestmark = pytest.mark.e2e

FIRST_ROOM = {room.ruleset.name: room.id for room in reversed(list(load_rooms().values()))}
HANDS = 8
"""So many hands may pass until the cards allow what is looked for."""


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_hand_of_every_ruleset(serve: NewServer, person: NewPerson, ruleset: str) -> None:
    guest = person(serve().base, DESK).sign_in()
    guest.enter(FIRST_ROOM[ruleset])
    guest.by("table").wait_for()
    assert guest.table("ruleset") == ruleset
    guest.play_on("raise")
    assert guest.sees("result-factors") or guest.sees("result-delta")


def test_a_reading_is_chosen_and_played(serve: NewServer, person: NewPerson) -> None:
    """Two natural pairs and a wild are a trio with a pair of either rank (G-PAT-7, G-WILD-5)."""
    guest = person(serve().base, DESK).sign_in()
    guest.enter(FIRST_ROOM["qq-laizi"])
    guest.by("table").wait_for()
    chosen: list[str] = []

    def choose(one: Person) -> None:
        cards = ambiguous(one) if not chosen and not one.sees("act-pass") else []
        if not cards:
            by_button(one)
            return
        one.page.keyboard.press("Escape")
        for card in cards:
            one.by(f"card-{card}").focus()
            one.page.keyboard.press("Space")
        one.until(lambda: set(one.raised()) == set(cards), 5)
        if one.press("act-play"):
            one.by("reading-1").wait_for()
            kind = one.by("reading-1").get_attribute("data-kind")
            one.by("reading-1").click()
            one.until(lambda: not set(cards) & set(one.cards()), 5)
            chosen.append(kind or "")

    for _ in range(HANDS):
        guest.play_on("rob", play=choose)
        if chosen:
            break
        guest.by("again").click()
        guest.until(lambda: not guest.sees("result"))
    assert chosen, "no hand offered two readings"


def ambiguous(person: Person) -> list[int]:
    """Some cards with a wild among them that can be led in more than one way."""
    if not person.table("wild"):
        return []
    wild = int(person.table("wild"))
    patterns = patterns_for(preset("qq-laizi").ruleset, wild)
    held = person.cards()
    wilds = [c for c in held if rank_of(c) == wild]
    pairs = [
        [one, two]
        for one, two in combinations(held, 2)
        if rank_of(one) == rank_of(two) != wild and rank_of(one) < 13
    ]
    for first, second in combinations(pairs, 2):
        cards = [*first, *second, *wilds[:1]]
        if wilds and len(set(cards)) == 5 and len(patterns.readings(pack(cards))) > 1:
            return cards
    return []


def test_a_blind_grab_and_all_four_raises(serve: NewServer, person: NewPerson) -> None:
    """闷抓, 倒, 拉, 垒, 沃: times 32, before anybody has played (R-BLIND-2, R-RAISE-1)."""
    base = serve().base
    people = [person(base, device).sign_in() for device in (DESK, PHONE, DESK)]
    for one in people:
        one.enter(FIRST_ROOM["qq-menzhua"])
    for one in people:
        one.by("table").wait_for()
    somebody_presses(people, "act-blind")
    for _ in range(4):
        somebody_presses(people, "act-raise")
    for one in people:
        one.in_phase("play")
        assert one.multiplier() == 32
    for _ in range(2000):
        waiting = [one for one in people if not one.sees("result")]
        if not waiting:
            break
        for one in waiting:
            one.move()
    assert len({one.number("result-multiplier") % 32 for one in people}) == 1
    assert people[0].number("result-multiplier") % 32 == 0


def somebody_presses(people: list[Person], button: str) -> None:
    """Whoever is asked presses it."""
    people[0].until(lambda: any(one.press(button) for one in people))


def test_a_task_is_announced_and_done(serve: NewServer, person: NewPerson, tmp_path: Path) -> None:
    """R-MUL-6: win as the landlord with a show; JJ's first show makes landlord."""
    rooms = tmp_path / "rooms.toml"
    rooms.write_text(
        '[[room]]\nid = "tasks"\nzh = "任务"\nen = "Tasks"\nruleset = "jj-happy"\nlevel = 1\n'
        'options = { tasks = ["landlord_show"] }\nstakes = { entry_min = 0 }\nbots_after = 0.1\n',
        encoding="utf-8",
    )
    guest = person(serve(rooms=rooms, bot="random").base, DESK).sign_in()
    guest.enter("tasks")
    guest.by("table").wait_for()
    for _ in range(HANDS):
        guest.until(lambda: guest.press("act-show"))
        guest.in_phase("double", "play")
        assert guest.sees("task")
        guest.play_on()
        if guest.number("result-delta") > 0:
            break
        guest.by("again").click()
        guest.until(lambda: not guest.sees("result"))
    assert guest.number("result-delta") > 0
    guest.shows("result-factors", "任务")
