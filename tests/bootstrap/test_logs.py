"""What is logged, in both forms, and what never is."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.app.operators.office import log as office_log
from dizhu.bootstrap.logs import REMOVED, scrubbed, set_up
from dizhu.server.auth import Session, Tokens


@pytest.fixture
def quiet() -> Iterator[None]:
    """The root logger as it was before."""
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    yield
    root.setLevel(before[0])
    root.handlers[:] = before[1]


def logged(form: str, level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    set_up(form, level, stream)
    return stream


def test_an_object_a_line(quiet: None) -> None:
    stream = logged("json")
    office_log.info("ban x", extra={"operator": "o", "action": "ban", "target": "x", "other": 1})
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("dizhu.test").exception("it failed: %s", "阿明")
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert first.pop("at").endswith("Z")
    assert first == {
        "level": "info",
        "logger": "dizhu.app.operators.office",
        "message": "ban x",
        "operator": "o",
        "action": "ban",
        "target": "x",
    }
    assert second["message"] == "it failed: 阿明"
    assert "ValueError: two\nlines" in second["error"]


def test_only_what_is_asked_for(quiet: None) -> None:
    stream = logged("human", "warning")
    office_log.info("ban x")
    office_log.warning("look here")
    assert stream.getvalue().endswith("WARNING dizhu.app.operators.office: look here\n")
    assert "ban x" not in stream.getvalue()


@given(st.lists(st.integers(0, 53), min_size=2, max_size=20))
def test_no_cards(cards: list[int]) -> None:
    for text in (f"he holds {cards}", f"play {tuple(cards)}", f"{{{', '.join(map(str, cards))}}}"):
        assert str(cards[0]) + "," not in scrubbed(text)
        assert REMOVED in scrubbed(text)


@given(st.binary(min_size=32, max_size=32))
def test_no_seed(seed: bytes) -> None:
    assert seed.hex() not in scrubbed(f"seed of the hand: {seed.hex()}!")
    told = scrubbed(f"Deal(seed='{seed.hex()}')")
    assert seed.hex() not in told


@given(st.binary(min_size=32, max_size=32), st.text("abcXYZ09_-", min_size=16, max_size=16))
def test_no_token(secret: bytes, player: str) -> None:
    token = Tokens(secret).write(Session("sessionid", player, 1_700_000_000_000))
    assert token not in scrubbed(f"cookie dizhu_session={token}; x")
    assert token.rpartition(".")[2] not in scrubbed(f"who sent {token} is unknown")


@pytest.mark.parametrize(
    "text",
    ["Authorization: Bearer abc.def", "password='korrekt'", "token = xyzzy", "$argon2id$v=19$m=1"],
)
def test_no_secret(text: str) -> None:
    assert scrubbed(text).rstrip("'").endswith(REMOVED)


def test_what_says_something_stays() -> None:
    text = "table aBc-9_x waits for the disk: database is locked (3 of 5), room quick"
    assert scrubbed(text) == text


@pytest.mark.parametrize("form", ["human", "json"])
def test_errors_are_scrubbed_too(quiet: None, form: str) -> None:
    stream = logged(form)
    seed = "ab" * 32
    try:
        raise ValueError(f"bad seed {seed} for [3, 17, 29, 41]")
    except ValueError:
        logging.getLogger("dizhu").exception("a table failed")
    assert seed not in stream.getvalue()
    after_the_time = stream.getvalue().partition("a table failed")[2]
    assert not {"3", "17", "29", "41"} & set(re.findall(r"\d+", after_the_time))
