"""Nothing is lost: reload, two tabs, a server killed and started again; three people at a table."""

import pytest

from tests.e2e.conftest import DESK, PHONE, NewPerson, NewServer
from tests.e2e.person import Person

pytestmark = pytest.mark.e2e

FEE = 10  # of the room classic-1
PHASES = ("deal", "call", "rob", "double", "play")


def same_hand(person: Person, before: list[int]) -> bool:
    """The cards of before, but for those played or taken from the bottom in the meantime."""
    now = person.cards()
    return bool(now) and (set(now) <= set(before) or set(before) <= set(now))


def test_reload_in_every_phase_shows_the_same_cards(serve: NewServer, person: NewPerson) -> None:
    """F83, F98: after a reload the hand, the buttons and the clock are those of before."""
    guest = person(serve(bot_least=0.4, bot_most=0.6, deal_step_ms=150).base, DESK)
    guest.sign_in().quick_start()
    seen: set[str] = set()
    while not guest.sees("result") and seen != set(PHASES):
        phase = guest.table("phase")
        if phase in PHASES and phase not in seen and guest.cards():
            seen.add(phase)
            before = guest.cards()
            guest.page.reload()
            guest.by("table").wait_for()
            guest.until(lambda before=before: same_hand(guest, before))  # type: ignore[misc]
        guest.move("rob", "double")
        guest.page.wait_for_timeout(60)
    assert {"deal", "double", "play"} <= seen
    guest.play_on()


@pytest.mark.parametrize("phase", ["deal", "double", "play"])
def test_kill_and_restart_in_mid_hand(serve: NewServer, person: NewPerson, phase: str) -> None:
    server = serve(bot_least=0.2, bot_most=0.4, deal_step_ms=150)
    guest = person(server.base, DESK).sign_in().quick_start()
    guest.errors.clear()
    guest.until(lambda: reached(guest, phase), 60)
    before = guest.cards()
    server.kill()
    guest.until(lambda: guest.sees("offline"))
    server.start()
    guest.until(lambda: not guest.sees("offline"), 30)
    assert all("CONNECTION_REFUSED" in error for error in guest.errors), guest.errors
    guest.errors.clear()
    assert same_hand(guest, before)
    guest.play_on("double")
    delta = guest.number("result-delta")
    guest.by("to-lobby").click()
    guest.by("lobby").wait_for()
    assert guest.number("own-beans") == 10_000 + delta


def reached(guest: Person, phase: str) -> bool:
    """Go on until the phase is there, with cards in the hand."""
    if guest.table("phase") == phase and len(guest.cards()) >= 3:
        return True
    guest.move("rob")
    return False


def test_a_second_tab_takes_over_and_gives_back(serve: NewServer, person: NewPerson) -> None:
    """F95: the newer connection plays; the older is told and can take the game back."""
    guest = person(serve().base, DESK).sign_in().quick_start()
    guest.in_phase("call", "rob", "double", "play")
    tab = Person(guest.page.context.new_page(), guest.base)
    tab.page.goto(guest.base)
    tab.by("table").wait_for()
    guest.by("replaced").wait_for()
    tab.until(lambda: bool(tab.cards()))
    guest.by("continue-here").click()
    tab.by("replaced").wait_for()
    guest.until(lambda: bool(guest.cards()))
    guest.play_on()


def test_three_browsers_at_one_table(serve: NewServer, person: NewPerson) -> None:
    """F107: own seat at the bottom, the others in playing order; nobody sees others' cards."""
    base = serve().base
    people = [person(base, device).sign_in() for device in (DESK, PHONE, DESK)]
    for one in people:
        one.enter("classic-1")
    for one in people:
        one.by("table").wait_for()
    names = [one.by("seat-0").inner_text().split("\n") for one in people]
    assert len({str(n) for n in names}) == 3
    for one in people:
        one.until(lambda one=one: len(one.cards()) == 17 or one.table("phase") != "deal", 30)  # type: ignore[misc]
    hands = [set(one.cards()) for one in people]
    assert len(hands[0] | hands[1] | hands[2]) == sum(map(len, hands))
    turns(people)
    deltas = [one.number("result-delta") for one in people]
    assert sum(deltas) + 3 * FEE == 0
    order_of_play(people)


def order_of_play(people: list[Person]) -> None:
    """Each sees the other two in the same circle: my next's next is my previous."""
    circle = {}
    for one in people:
        me, after = (one.by(f"seat-{i}").get_attribute("data-player") for i in (0, 1))
        circle[me] = after
    for me, after in circle.items():
        third = circle[after]
        assert circle[third] == me
        assert len({me, after, third}) == 3


def turns(people: list[Person]) -> None:
    """Everybody plays until everybody sees the result."""
    for _ in range(1500):
        waiting = [one for one in people if not one.sees("result")]
        if not waiting:
            return
        for one in waiting:
            one.move()
    raise AssertionError("the hand does not end")


def test_what_an_escape_costs_is_said_and_paid(serve: NewServer, person: NewPerson) -> None:
    """To the bean: the penalty, and the fee of the room besides."""
    guest = person(serve(bot_least=2, bot_most=3).base, DESK).sign_in()
    have = guest.number("own-beans")
    guest.quick_start().in_phase("call")
    guest.by("leave").click()
    penalty = int(guest.by("leave-words").get_attribute("data-penalty") or 0)
    fee = guest.number("leave-fee")
    assert min(penalty, fee) > 0
    guest.by("leave-go").click()
    guest.by("lobby").wait_for()
    guest.until(lambda: guest.number("own-beans") == have - penalty - fee)
    guest.shows("toasts", f"赔了 {penalty + fee:,} 豆")
