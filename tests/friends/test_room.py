"""A room of friends: who may do what, and what stays."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dizhu import friends
from dizhu.friends import BadTerms, FriendRoom, Line, Member, RoomStatus, Wanted, terms_of
from dizhu.friends.changes import LIFE_MS, check_start
from dizhu.rules.errors import RuleViolation
from dizhu.rules.ruleset import PRESETS

A, B, C, D = (Member(n, n.upper()) for n in "abcd")


def room(*others: Member, **wishes: object) -> FriendRoom:
    terms = terms_of(Wanted("qq-classic", **wishes))  # type: ignore[arg-type]
    made = friends.opened("id", "ABC234", terms, A, 0)
    for other in others:
        made = friends.entered(made, other, 0)
    return made


def line(table: str = "t", number: int = 1, delta: tuple[int, int, int] = (4, -2, -2)) -> Line:
    who = ("a", "b", "c")
    return Line(table, number, 5, who, who, delta, 0, "landlord", 2, "out")


def code(work: Callable[[], object]) -> str:
    with pytest.raises(RuleViolation) as refusal:
        work()
    return refusal.value.code


def test_three_come_in_the_fourth_does_not() -> None:
    full = room(B, C)
    assert [m.id for m in full.members] == ["a", "b", "c"]
    assert friends.entered(full, B, 9) is full
    assert code(lambda: friends.entered(full, D, 0)) == "room_full"


def test_who_is_forgotten_is_gone_and_nameless_on_the_sheet() -> None:
    played = friends.settled(room(B, C), line(), 0)
    without = friends.forgotten(played, "a", "gone", 9)
    assert [m.id for m in without.members] == ["b", "c"]
    assert without.host == "b"
    assert without.lines[0].names == ("gone", "b", "c")
    assert without.totals()["a"] == 4, "what was won stays"
    later = friends.forgotten(friends.left(played, "a", 0), "a", "gone", 9)
    assert later.lines == without.lines
    assert friends.forgotten(later, "a", "gone", 9) is later
    assert friends.forgotten(later, "d", "gone", 9) is later


def test_the_host_goes_and_the_next_is_host() -> None:
    without = friends.left(room(B, C), "a", 0)
    assert without.host == "b"
    assert friends.left(without, "c", 0).host == "b"
    empty = friends.left(friends.left(without, "b", 0), "c", 0)
    assert empty.members == ()
    assert empty.expires_at == LIFE_MS[RoomStatus.WAITING] // 10
    assert friends.entered(empty, D, 0).host == "d"


def test_only_the_host_kicks_and_who_was_kicked_stays_out() -> None:
    three = room(B, C)
    assert code(lambda: friends.kicked(three, "b", "c", 0)) == "not_host"
    assert code(lambda: friends.kicked(three, "d", "c", 0)) == "not_member"
    assert code(lambda: friends.kicked(three, "a", "a", 0)) == "not_member"
    assert code(lambda: friends.kicked(three, "a", "d", 0)) == "not_member"
    without = friends.kicked(three, "a", "c", 0)
    assert code(lambda: friends.entered(without, C, 0)) == "kicked"
    playing = friends.started(three, "t", 0)
    assert code(lambda: friends.kicked(playing, "a", "c", 0)) == "room_playing"


def test_the_host_gives_the_room_to_somebody_in_it() -> None:
    three = room(B, C)
    assert friends.host_given(three, "a", "c", 0).host == "c"
    assert code(lambda: friends.host_given(three, "a", "d", 0)) == "not_member"
    assert code(lambda: friends.host_given(three, "b", "c", 0)) == "not_host"


def test_who_may_start_and_with_how_many() -> None:
    check_start(room(), "a")
    assert code(lambda: check_start(room(B), "b")) == "not_host"
    assert code(lambda: check_start(room(B, bots=False), "a")) == "too_few"
    check_start(room(B, C, bots=False), "a")
    assert code(lambda: check_start(friends.started(room(), "t", 0), "a")) == "room_playing"


def test_the_sheet() -> None:
    playing = friends.started(room(B, C, hands=2), "t", 0)
    one = friends.settled(playing, line(), 1)
    assert friends.settled(one, line(), 2) is one, "told twice, written once"
    assert one.totals() == {"a": 4, "b": -2, "c": -2}
    assert one.hands_left == 1
    broken = friends.table_closed(one, "t", 3)
    assert (broken.status, broken.table, broken.hands_left) == (RoomStatus.WAITING, None, 1)
    again = friends.started(broken, "u", 4)
    assert friends.table_closed(again, "t", 5) is again, "news of the table before"
    over = friends.table_closed(friends.settled(again, line("u"), 6), "u", 7)
    assert over.status is RoomStatus.FINISHED
    assert over.totals()["a"] == 8


def test_after_a_match_a_new_one_begins() -> None:
    over = replace(room(B), status=RoomStatus.FINISHED, lines=(line(),))
    new = friends.started(over, "v", 9)
    assert (new.match_no, new.lines, new.status) == (2, (), RoomStatus.PLAYING)


def test_who_left_keeps_his_line() -> None:
    playing = friends.settled(friends.started(room(B, C), "t", 0), line(), 0)
    assert friends.left(playing, "a", 0).totals()["a"] == 4


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_is_played_for_points(name: str) -> None:
    terms = terms_of(Wanted(name))
    assert terms.ruleset.unit == "points"
    assert terms.stakes.fee == 0
    assert terms.stakes.double_threshold is None
    assert terms.start_score == (1000 if terms.ruleset.loser_cap != "none" else 0)


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ("ruleset", Wanted("nonsense")),
        ("hands", Wanted("qq-classic", hands=0)),
        ("hands", Wanted("qq-classic", hands=101)),
        ("base", Wanted("qq-classic", base=0)),
        ("base", Wanted("qq-classic", base=10**9)),
        ("start_score", Wanted("qq-classic", start_score=-1)),
        ("start_score", Wanted("jj-match", start_score=0)),
        ("unit", Wanted("qq-classic", {"unit": "beans"})),
        ("escape", Wanted("qq-classic", {"escape": True})),
        ("name", Wanted("qq-classic", {"name": "x"})),
        ("colour", Wanted("qq-classic", {"colour": "red"})),
        ("seconds_play", Wanted("qq-classic", {"seconds_play": 0})),
        ("deal_order", Wanted("qq-classic", {"deal_order": "hidden"})),
        ("tasks", Wanted("qq-classic", {"tasks": ["dance"]})),
    ],
)
def test_nonsense_names_the_field(field: str, wanted: Wanted) -> None:
    with pytest.raises(BadTerms) as refusal:
        terms_of(wanted)
    assert refusal.value.field == field


def test_options_count() -> None:
    rows = {"show_deal_table": [[10, 4], [17, 3]], "tasks": ["rocket"], "seconds_play": 30}
    ruleset = terms_of(Wanted("qq-classic", rows)).ruleset
    assert ruleset.show_deal_table == ((10, 4), (17, 3))
    assert (ruleset.tasks, ruleset.seconds_play) == (("rocket",), 30)
