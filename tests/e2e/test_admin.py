"""An operator and the others: a ban at a table, beans, a mute, a notice, a planned restart."""

import subprocess
import sys
from typing import Any

import pytest

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer
from tests.e2e.person import Person
from tests.e2e.serving import Serving
from tests.e2e.test_company import come_by_link, make_room
from tests.e2e.test_looks import looked_at
from tests.e2e.test_people import NAME, account, keep, login

pytestmark = pytest.mark.e2e

BOSS = "掌门人"
RUN = "import sys; from dizhu.cli import main; sys.exit(main(sys.argv[1:]))"


def dizhu(*words: object) -> str:
    """The command line on the server's machine."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def member(someone: Person, name: str) -> Person:
    """A guest who has kept his account."""
    someone.sign_in()
    someone.by("open-keep").click()
    keep(someone, name)
    someone.by("keep-account").wait_for(state="detached")
    return someone


def operator(serving: Serving, newcomer: Person) -> Person:
    """On his own page."""
    boss = member(newcomer, BOSS)
    assert not boss.sees("open-admin")
    dizhu("admin", "--data-dir", serving.folder, "grant", BOSS)
    boss.page.reload()
    boss.by("open-admin").click()
    boss.by("house-numbers").wait_for()
    return boss


def look_up(boss: Person, name: str) -> None:
    """Somebody, on his page."""
    boss.by("admin-people").click()
    if boss.sees("person-back"):
        boss.by("person-back").click()
    boss.by("people-search").fill(name)
    boss.by("people-find").click()
    boss.until(lambda: boss.by("person").count() == 1)
    boss.by("person").click()
    boss.by("person-view").wait_for()


def does(boss: Person, deed: str, reason: str, **fields: object) -> None:
    """A deed, by its form."""
    boss.by(f"do-{deed}").click()
    for name, value in fields.items():
        boss.by(f"deed-{name}").fill(str(value))
    boss.by("deed-reason").fill(reason)
    boss.by("deed-go").click()
    boss.by("deed-form").wait_for(state="detached")


def test_a_ban_at_a_table(serve: NewServer, person: NewPerson) -> None:
    serving = serve(autoplay_ms=600, next_ms=3000)
    boss = operator(serving, person(serving.base, DESK))
    player = member(person(serving.base, PHONE), NAME)
    player.quick_start().in_phase("call", "rob", "double", "play")
    look_up(boss, NAME)
    does(boss, "ban", "骂人")
    boss.by("is-banned").wait_for()
    boss.shows("is-banned", "骂人")

    player.by("ban-notice").wait_for()
    player.shows("ban-notice", "骂人")
    boss.by("admin-tables").click()
    boss.until(lambda: "托管" in boss.by("tables-list").inner_text())
    player.page.reload()
    player.by("ban-notice").wait_for()
    player.by("guest").click()
    player.page.wait_for_timeout(300)
    assert not player.sees("lobby"), "nor as somebody else"
    login(player)
    player.by("ban-notice").wait_for()
    looked_at(player, "banned")
    assert not player.sees("lobby")
    boss.until(lambda: boss.by("live-table").count() == 0, 90)  # played to its end, and over

    look_up(boss, NAME)
    does(boss, "unban", "道歉了")
    assert not boss.sees("is-banned")
    login(player)
    player.by("lobby").wait_for()
    assert any("403" in error for error in player.errors)
    player.errors.clear()
    boss.by("admin-audit").click()
    boss.until(lambda: "道歉了" in boss.by("audit-list").inner_text())
    boss.shows("audit-list", "骂人")
    said = dizhu("verify", "--data-dir", serving.folder)
    assert "1 hands: all is well" in said


def test_who_is_no_operator_any_more_is_told_so(serve: NewServer, person: NewPerson) -> None:
    """On the page that is open, whatever he asks next."""
    serving = serve()
    boss = operator(serving, person(serving.base, DESK))
    dizhu("admin", "--data-dir", serving.folder, "revoke", BOSS)
    boss.by("admin-people").click()
    boss.by("not-operator").wait_for()
    assert not boss.sees("admin-people")
    boss.by("admin-back").click()
    boss.by("lobby").wait_for()
    assert not boss.sees("open-admin")
    assert boss.errors, "he was refused"
    boss.errors.clear()


def test_beans_a_mute_and_an_announcement(serve: NewServer, person: NewPerson) -> None:
    serving = serve(bot_least=1, bot_most=2)
    boss = operator(serving, person(serving.base, DESK))
    player = member(person(serving.base, DESK), NAME)
    beans = player.number("own-beans")
    look_up(boss, NAME)
    does(boss, "compensate", "补一局", beans=1234)
    assert boss.number("person-beans") == beans + 1234
    player.until(lambda: player.number("own-beans") == beans + 1234)
    player.by("own-badge").click()
    player.by("tab-beans").click()
    player.until(lambda: "补偿" in player.by("bean-list").inner_text())
    player.shows("bean-list", "+1,234")
    player.by("records-back").click()

    boss.by("admin-notices").click()
    boss.by("notice-zh").fill("今晚八点停机十分钟")
    boss.by("notice-go").click()
    player.until(lambda: player.sees("notice"))
    player.shows("notice", "今晚八点")
    looked_at(player, "lobby with a notice")
    late = person(serving.base, PHONE).sign_in()
    late.until(lambda: late.sees("notice"))
    looked_at(late, "lobby of a phone with a notice")
    player.by("notice").get_by_role("button").click()
    assert not player.sees("notice")
    boss.by("notice-withdraw").click()
    late.until(lambda: not late.sees("notice"))

    player.quick_start()
    player.by("counter").wait_for()
    boss.by("notice-zh").fill("还有十分钟")
    boss.by("notice-go").click()
    player.until(lambda: player.sees("notice"))
    assert edges(player, "counter")[1] <= edges(player, "notice")[0]
    boss.by("notice-withdraw").click()
    player.until(lambda: not player.sees("notice"))
    player.page.keyboard.press("c")
    say(player, "大家好")
    look_up(boss, NAME)
    does(boss, "mute", "刷屏")
    boss.by("is-muted").wait_for()
    say(player, "还在吗", heard=False)
    player.page.get_by_text("禁言").first.wait_for()
    assert player.page.get_by_text("还在吗").count() == 0
    does(boss, "unmute", "好了")
    player.page.wait_for_timeout(2200)  # one line in two seconds
    say(player, "我回来了")


def edges(person: Person, testid: str) -> tuple[float, float]:
    """The upper and the lower edge of something on the screen."""
    box = person.by(testid).bounding_box()
    assert box is not None, f"{testid} is on the screen"
    return box["y"], box["y"] + box["height"]


def say(person: Person, words: str, *, heard: bool = True) -> None:
    """In the chat that is open."""
    person.by("chat-text").fill(words)
    person.page.keyboard.press("Enter")
    if heard:
        person.page.get_by_text(words).first.wait_for()


def test_a_complaint_is_looked_at(serve: NewServer, person: NewPerson) -> None:
    serving = serve()
    boss = operator(serving, person(serving.base, DESK))
    host = member(person(serving.base, DESK), NAME)
    code = make_room(host)
    rude = come_by_link(person, serving.base, code, PHONE)
    rude_name = rude.page.locator('[data-testid="member"][disabled]').inner_text().split()[0]
    host.until(lambda: host.by("member").count() == 2)
    host.page.locator('[data-testid="member"]:not([disabled])').first.click()
    host.by("report").click()
    host.by("report-abuse").click()
    boss.by("admin-reports").click()
    boss.until(lambda: boss.by("report-line").count() == 1)
    boss.shows("report-line", f"{NAME} 举报 {rude_name}")
    boss.by("report-close").click()
    looked_at(boss, "reports")
    assert not boss.by("report-acted").is_enabled(), "a reason is needed"
    boss.by("report-note").fill("已提醒")
    boss.by("report-acted").click()
    boss.until(lambda: boss.by("report-line").count() == 0)
    boss.by("reports-all").click()
    boss.until(lambda: "已提醒" in boss.by("reports-list").inner_text())
    boss.by("report-look").click()
    boss.by("person-view").wait_for()
    boss.shows("person-view", rude_name)


def test_a_planned_restart(serve: NewServer, person: NewPerson) -> None:
    serving = serve(autoplay_ms=20, next_ms=60_000)
    boss = operator(serving, person(serving.base, DESK))
    player = person(serving.base, PHONE).sign_in().quick_start()
    player.in_phase("call", "rob", "double", "play")
    boss.by("drain").click()
    boss.by("drain-confirm").click()
    player.until(lambda: player.sees("draining"))
    boss.shows("drain-state", "1")
    player.play_on()
    player.by("again").click()
    player.by("lobby").wait_for()
    boss.until(lambda: "已排空" in boss.by("drain-state").inner_text())
    player.by("quick-start").click()
    player.page.get_by_text("即将重启").last.wait_for()
    assert player.sees("lobby")
    assert "no hand runs" in dizhu("admin", "--data-dir", serving.folder, "status")
    boss.by("undrain").click()
    player.until(lambda: not player.sees("draining"))
    player.quick_start()


@pytest.mark.parametrize(
    ("device", "locale"), [(DESK, "zh-CN"), (PHONE, "en-GB"), (FLAT, "zh-CN")], ids=str
)
def test_the_operators_screens(
    serve: NewServer, person: NewPerson, device: dict[str, Any], locale: str
) -> None:
    serving = serve(bot_least=2, bot_most=3)
    boss = operator(serving, person(serving.base, device, locale=locale))
    player = member(person(serving.base, PHONE), NAME).quick_start()
    looked_at(boss, "house")
    for tab in ("people", "tables", "reports", "notices", "audit"):
        boss.by(f"admin-{tab}").click()
        boss.page.wait_for_timeout(200)
        looked_at(boss, tab)
    look_up(boss, NAME)
    for deed in ("ban", "compensate"):
        boss.by(f"do-{deed}").click()
        looked_at(boss, deed)
    boss.by("admin-tables").click()
    boss.by("admin-watch").first.click()
    boss.page.locator('[data-testid="table"], .loading').first.wait_for()
    assert player.sees("table")


def test_the_page_is_for_operators(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, DESK).sign_in()
    assert not guest.sees("open-admin")
    guest.page.goto(f"{guest.base}/admin")
    guest.by("not-operator").wait_for()
    assert not guest.sees("house-numbers")
    account_before = guest.by("admin-back")
    account_before.click()
    account(guest)
