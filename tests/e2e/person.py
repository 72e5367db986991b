"""What a person sees of the table, and does with mouse, finger or keys."""

import time
from collections.abc import Callable

from playwright.sync_api import ConsoleMessage, Locator, Page, Response

WAIT_MS = 15_000
HAND_SECONDS = 120
SIGN_IN = 401
"""Wrong names and passwords are refused with it; nothing else may be."""


class Person:
    """A page, and whoever sits in front of it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.errors: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: self.errors.append(f"error in the page: {error}"))
        page.on("response", self._look_at)
        page.on("console", self._hear)

    def _look_at(self, response: Response) -> None:
        if response.status == SIGN_IN and response.url.endswith("/api/login"):
            return
        if response.status >= 400:
            self.errors.append(f"{response.status} for {response.url}")

    def _hear(self, line: ConsoleMessage) -> None:
        """Svelte's warnings (such as derived_inert) are faults of the page; failed requests are
        told as responses.
        """
        if "svelte.dev/e/" in line.text or (line.type == "error" and "status of" not in line.text):
            self.errors.append(f"console: {line.text}")

    # --- what is there ---

    def shows(self, test_id: str, text: str) -> None:
        """Wait until something with that id has a text in it."""
        self.by(test_id).filter(has_text=text).first.wait_for()

    def by(self, testid: str) -> Locator:
        """An element by its test id."""
        return self.page.get_by_test_id(testid)

    def sees(self, testid: str) -> bool:
        """Whether it is there and visible now."""
        found = self.by(testid)
        return found.count() > 0 and found.first.is_visible()

    def table(self, name: str) -> str:
        """An attribute of the table: phase, turn, version, ruleset."""
        return self.by("table").get_attribute(f"data-{name}") or ""

    def cards(self) -> list[int]:
        """The ids of the own cards, as they lie."""
        found = self.page.locator('[data-testid="hand"] [data-testid^="card-"]')
        names = found.evaluate_all("all => all.map(e => e.dataset.testid)")
        return [int(name.removeprefix("card-")) for name in names]

    def raised(self) -> list[int]:
        """The ids of the raised cards."""
        found = self.page.locator('[data-testid="hand"] [aria-pressed="true"]')
        names = found.evaluate_all("all => all.map(e => e.dataset.testid)")
        return [int(name.removeprefix("card-")) for name in names]

    def number(self, testid: str) -> int:
        """A shown amount: "+7,950" is 7950, with either kind of minus."""
        text = self.by(testid).first.inner_text().replace("\u2212", "-")
        return int("".join(c for c in text if c.isdigit() or c == "-"))

    def multiplier(self) -> int:
        """The multiplier on the table."""
        return int(self.by("multiplier").get_attribute("data-value") or 0)

    def until(self, happens: Callable[[], bool], seconds: float = 20) -> None:
        """Wait for something; AssertionError when it does not come."""
        end = time.monotonic() + seconds
        while not happens():
            assert time.monotonic() < end, f"waited {seconds} s in vain"
            self.page.wait_for_timeout(40)

    def in_phase(self, *phases: str, seconds: float = 30) -> None:
        """Wait for a phase of the hand."""
        self.until(lambda: self.table("phase") in phases, seconds)

    # --- what he does ---

    def sign_in(self) -> "Person":
        """Come as a guest."""
        self.page.goto(self.base)
        self.by("guest").click()
        self.by("lobby").wait_for()
        return self

    def quick_start(self) -> "Person":
        """A game, now."""
        self.by("quick-start").click()
        self.by("table").wait_for()
        return self

    def enter(self, room: str) -> "Person":
        """Look for a game in a room."""
        self.by(f"room-{room}").first.click()
        self.page.locator('[data-testid="matching"], [data-testid="table"]').first.wait_for()
        return self

    def press(self, testid: str) -> bool:
        """Click a button if it can be clicked now; whether it was."""
        button = self.by(testid)
        if not button.evaluate_all("all => all.some((e) => !e.disabled && e.checkVisibility())"):
            return False
        try:
            button.first.click(timeout=1500)
        except Exception as error:
            if "Timeout" not in str(error) and "not attached" not in str(error):
                raise
            return False
        return True

    def move(self, *wishes: str, play: Callable[["Person"], None] | None = None) -> None:
        """Answer what is asked: the wishes first, then what any careful player says."""
        for wish in wishes:
            if self.press(f"act-{wish}"):
                return
        if self.sees("act-hint") and self.table("phase") == "play":
            (play or by_button)(self)
            return
        for usual in ("ready", "look", "call", "no_double", "pass"):
            if self.press(f"act-{usual}"):
                return

    def play_on(
        self,
        *wishes: str,
        play: Callable[["Person"], None] | None = None,
        seconds: float = HAND_SECONDS,
    ) -> None:
        """Play until the result is there."""
        end = time.monotonic() + seconds
        while not self.sees("result"):
            assert time.monotonic() < end, f"the hand does not end (phase {self.table('phase')})"
            self.move(*wishes, play=play)
            self.page.wait_for_timeout(60)


def choose_hint(person: Person) -> bool:
    """Ask for a hint in one's own turn; whether cards were raised."""
    if not person.press("act-hint"):
        person.press("act-pass")
        return False
    person.page.wait_for_timeout(120)
    if not person.raised():
        person.press("act-pass")
        return False
    return True


def by_button(person: Person) -> None:
    """Play by the buttons."""
    if choose_hint(person):
        person.press("act-play")
        person.press("reading-0")


def by_right_click(person: Person) -> None:
    """Play the raised cards by a right click anywhere (rule book section 15)."""
    if choose_hint(person):
        person.page.mouse.click(640, 250, button="right")
        person.press("reading-0")


def by_keys(person: Person) -> None:
    """Play with the keyboard alone."""
    person.page.keyboard.press("h")
    person.page.wait_for_timeout(150)
    person.page.keyboard.press("Enter" if person.raised() else "p")
    person.press("reading-0")
