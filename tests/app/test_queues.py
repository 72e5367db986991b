"""Who sits down together: by level and waiting, not twice in a row the same pair, bots in time."""

from dizhu.app.players import Player
from dizhu.app.queues import Acquaintances, Queue, Wish
from dizhu.app.rooms import load_rooms

ROOM = load_rooms()["classic-1"]
PEOPLE_ONLY = load_rooms(
    '[[room]]\nid="p"\nzh="p"\nen="p"\nlevel=1\nruleset="qq-classic"\n',
)["p"]


def wish(name: str, since: int = 0, level: int = 9, bots: bool = False) -> Wish:
    return Wish(Player(name, name, "zh", "guest"), ROOM, since, level, bots, "ask")


def tables(queue: Queue, now: int) -> list[set[str]]:
    return [{w.player.id for w in table} for table in queue.take(now)]


def queue_of(*wishes: Wish, met: Acquaintances | None = None) -> Queue:
    queue = Queue(ROOM, met or Acquaintances())
    for one in wishes:
        queue.put(one)
    return queue


def test_three_of_a_level_sit_down_at_once() -> None:
    queue = queue_of(wish("a"), wish("b"), wish("c"), wish("d"))
    assert tables(queue, 0) == [{"a", "b", "c"}]
    assert "d" in queue


def test_levels_far_apart_wait_for_one_another() -> None:
    queue = queue_of(wish("a", level=2), wish("b", level=2), wish("c", level=8))
    assert tables(queue, 1000) == []
    assert queue.next_look(1000) == 2000
    assert tables(queue, 3000) == [{"a", "b", "c"}]


def test_the_same_pair_not_twice_in_a_row() -> None:
    met = Acquaintances()
    queue = queue_of(wish("a"), wish("b"), wish("c"), met=met)
    assert tables(queue, 0) == [{"a", "b", "c"}]
    assert met.of("a") == {"b", "c"}
    for one in "abcde":
        queue.put(wish(one, 100))
    (table,) = tables(queue, 100)
    assert len(table & {"a", "b", "c"}) == 1


def test_the_same_pair_rather_than_nobody() -> None:
    met = Acquaintances()
    met.sat_together(["a", "b", "c"])
    queue = queue_of(wish("a"), wish("b"), wish("c"), met=met)
    assert tables(queue, 3999) == []
    assert tables(queue, 4000) == [{"a", "b", "c"}]


def test_bots_come_after_the_wait_of_the_room() -> None:
    queue = queue_of(wish("a"), wish("b", 5000))
    assert queue.next_look(5500) == 6000
    assert tables(queue, 5999) == []
    assert tables(queue, 6000) == [{"a", "b"}]


def test_bots_at_once_with_whoever_suits() -> None:
    queue = queue_of(wish("a", level=1), wish("b", level=9), wish("c", bots=True, level=8))
    assert tables(queue, 0) == [{"b", "c"}]
    assert [w.player.id for w in queue] == ["a"]


def test_without_bots_a_room_waits_for_people() -> None:
    queue = Queue(PEOPLE_ONLY, Acquaintances())
    queue.put(Wish(Player("a", "a", "zh", "guest"), PEOPLE_ONLY, 0, 5, False, "ask"))
    assert queue.next_look(10**6) is None
    assert queue.take(10**6) == []


def test_who_asks_again_waits_anew_and_sits_once() -> None:
    queue = queue_of(wish("a"), wish("a", 3000), wish("b"))
    assert len(queue) == 2
    assert queue["a"].since == 3000
    assert queue.drop("a")
    assert not queue.drop("a")
