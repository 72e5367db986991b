"""Every screen in every size: nothing cut off, buttons big enough, readable, light to load."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest

import dizhu
from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer, screens
from tests.e2e.layout import layout_problems
from tests.e2e.person import Person

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
CLIENT = Path(dizhu.__file__).parent / "client_dist"
AXE = ROOT / "client/node_modules/axe-core/axe.min.js"
TINY: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
LOW: dict[str, Any] = {"viewport": {"width": 640, "height": 340}, "has_touch": True}


def serious(person: Person) -> list[str]:
    """What axe calls serious or critical. The script is injected past the page's own policy."""
    person.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    report = person.page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]}"
        for v in report["violations"]
        if v["impact"] in ("serious", "critical")
    ]


@screens(DESK, PHONE, FLAT, TINY, LOW)
def test_screens_fit_and_can_be_read(
    serve: NewServer, person: NewPerson, device: dict[str, Any], locale: str
) -> None:
    guest = person(serve(bot_least=0.4, bot_most=0.5).base, device, locale=locale)
    guest.page.goto(guest.base)
    guest.by("guest").wait_for()
    looked_at(guest, "sign in")
    guest.sign_in()
    looked_at(guest, "lobby")
    guest.quick_start()
    for phase in ("double", "play"):
        guest.until(lambda phase=phase: reached(guest, phase), 60)  # type: ignore[misc]
        looked_at(guest, phase)
    guest.play_on()
    guest.page.wait_for_timeout(300)
    looked_at(guest, "result")


def reached(guest: Person, phase: str) -> bool:
    if guest.table("phase") == phase:
        return True
    guest.move("rob")
    return False


def looked_at(guest: Person, screen: str) -> None:
    guest.page.wait_for_timeout(250)
    assert layout_problems(guest) == [], screen
    assert serious(guest) == [], screen


def test_the_page_is_light() -> None:
    """The first page: JavaScript at most 120 KB gzipped, styles 25 KB; fonts 80 KB. Whatever else
    there is, such as the operator's page, is fetched when it is opened.
    """
    first = re.findall(r'(?:src|href)="/(assets/[^"]+)"', (CLIENT / "index.html").read_text())

    def zipped(suffix: str) -> int:
        files = [CLIENT / name for name in first if name.endswith(suffix)]
        assert files, f"the first page has no {suffix}"
        return sum(len(gzip.compress(f.read_bytes(), 9)) for f in files)

    assert zipped(".js") <= 120 * 1024
    assert zipped(".css") <= 25 * 1024
    assert not [name for name in first if "Admin" in name or "Replay" in name]
    assert sum(f.stat().st_size for f in (CLIENT / "assets").glob("*.woff2")) <= 80 * 1024


def test_the_deal_does_not_stutter_or_shift(serve: NewServer, person: NewPerson) -> None:
    """Layout shift at most 0.02 from the first page to the play."""
    guest = person(serve().base, DESK, reduced_motion="no-preference")
    guest.page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries())"
        " if (!e.hadRecentInput) window.shift += e.value; })"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    guest.sign_in().quick_start()
    guest.until(lambda: reached(guest, "play"), 60)
    assert guest.page.evaluate("window.shift") <= 0.02
