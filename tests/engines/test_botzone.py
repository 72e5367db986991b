"""Botzone's JSON both ways: golden conversations, the way back, bots in the arena."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from dizhu.arena.figures import figures
from dizhu.arena.formats import BOTZONE, FORMATS
from dizhu.arena.game import Actor, Game
from dizhu.arena.runner import play_match
from dizhu.arena.saved import Terms
from dizhu.bots import BOTS
from dizhu.cli import main
from dizhu.engines.botzone import KEEP_RUNNING
from dizhu.engines.botzone.reading import BadConversation, observed, read
from dizhu.engines.botzone.serve import answers, response
from dizhu.engines.botzone.session import BotzoneSession
from dizhu.engines.botzone.writing import conversation
from dizhu.engines.process import EngineFault
from dizhu.rules.actions import SEATS, Action
from dizhu.rules.cards import counts
from dizhu.rules.plays import plays_for
from dizhu.rules.view import Observation
from dizhu.rules.wings import Switches
from tests.bots.positions import seen_by, state_of

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = [json.loads(x) for x in (ROOT / "tests/golden/botzone.jsonl").read_text().splitlines()]
EXAMPLE = f"{sys.executable} {ROOT / 'examples' / 'botzone_bot.py'}"


def lines(*messages: Any) -> list[bytes]:
    return [json.dumps(m).encode() + b"\n" for m in messages]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda g: g["name"])
def test_golden_conversations(golden: dict[str, Any]) -> None:
    """Whole hands as the platform would tell them, and what our rule bot says."""
    assert response("rule", golden["input"]) == golden["response"]
    if "pos" in golden["input"]["requests"][0]:
        assert conversation(observed(read(golden["input"]))) == {
            key: [_sorted(each) for each in value] for key, value in golden["input"].items()
        }


def _sorted(each: Any) -> Any:
    """Cards of one play in the order of the conversations that we write."""
    if isinstance(each, dict) and "publiccard" in each:
        return {**each, "publiccard": each["publiccard"], "finalbid": 1}
    return each


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda g: g["name"])
def test_a_bot_kept_running_says_the_same(golden: dict[str, Any]) -> None:
    """The first line is a conversation, the later ones are the new request alone."""
    requests, said = golden["input"]["requests"], []
    for n in range(len(requests)):
        before = {"requests": requests[: n + 1], "responses": golden["input"]["responses"][:n]}
        said.append(response("rule", before))
        assert said[n] == [*golden["input"]["responses"], golden["response"]][n]
    first, *later = requests
    given = lines({"requests": [first], "responses": []}, *later)
    told = list(answers("rule", given, keep_running=True))
    assert [json.loads(t)["response"] for t in told[::2]] == said
    assert set(told[1::2]) == {KEEP_RUNNING.encode() + b"\n"}


def test_what_a_seat_sees_is_what_the_conversation_says() -> None:
    """In every question of some hands: cards, counts, the combo to beat, every turn."""
    compared = 0

    def actor(seat: int) -> Actor:
        bot = BOTS["random"](f"bz/{seat}")

        def act(seen: Observation) -> Action | None:
            nonlocal compared
            if seen.phase == "play":
                told = observed(read(json.loads(json.dumps(conversation(seen)))))
                for name in ("viewer", "landlord", "counts", "turn", "plays", "bottom"):
                    assert getattr(told, name) == getattr(seen, name), name
                assert told.cards[seat] == seen.cards[seat]
                assert [c for s, c in enumerate(told.cards) if s != seat] == [None, None]
                assert (told.to_beat is None) == (seen.to_beat is None)
                if told.to_beat and seen.to_beat:
                    assert told.to_beat.combo == seen.to_beat.combo
                compared += 1
            return bot.act(seen)

        return act

    for n in range(6):
        Game(FORMATS[BOTZONE], bytes([n]), [actor(s) for s in SEATS]).play()
    assert compared > 60


def test_a_combo_that_our_rules_do_not_know_is_beaten_by_bombs_alone() -> None:
    """航天飞机: a chain of quads."""
    shuttle = [0, 1, 2, 3, 4, 5, 6, 7]
    own = [8, 9, 10, 11, 12, 13, 14, 15, 20, 24, 28, 32, 36, 40, 44, 48, 52]
    request = {
        "history": [[], shuttle],
        "publiccard": [0, 4, 53],
        "own": own,
        "landlord": 2,
        "pos": 0,
        "finalbid": 1,
    }
    seen = observed(read({"requests": [request], "responses": []}))
    assert seen.counts == (17, 17, 12)
    said = response("rule", {"requests": [request], "responses": []})
    assert said in ([], [8, 9, 10, 11], [12, 13, 14, 15])


def known_there(cards: int) -> bool:
    """The platform's own classification: by which numbers of equal cards there are."""
    by_count: dict[int, list[int]] = {}
    for rank, n in enumerate(counts(cards)):
        if n:
            by_count.setdefault(n, []).append(rank)
    body, *wings = (by_count[n] for n in sorted(by_count, reverse=True))
    run = len(body) == 1 or (body[-1] - body[0] == len(body) - 1 and body[-1] <= 11)
    match sorted(by_count, reverse=True):
        case [1]:
            return (len(body) == 1 or (len(body) >= 5 and run)) or body == [13, 14]
        case [2]:
            return len(body) == 1 or (len(body) >= 3 and run)
        case [3] | [4]:
            return run
        case [3, 1] | [3, 2]:
            return run and len(wings[0]) == len(body)
        case [4, 1] | [4, 2]:
            return run and len(wings[0]) == 2 * len(body)
        case _:
            return False


def test_every_play_of_our_ruleset_is_one_there_too() -> None:
    """All of them: our bots never play what the platform would call illegal."""
    moves = {m.cards for m in plays_for(Switches.of(FORMATS[BOTZONE].ruleset)).moves()}
    assert len(moves) > 10_000
    assert all(map(known_there, moves))
    permissive = {m.cards for m in plays_for(Switches()).moves()}
    assert not all(map(known_there, permissive))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({}, "no conversation"),
        ([], "no conversation"),
        ({"requests": [], "responses": []}, "0 requests"),
        ({"requests": [{"own": [1]}], "responses": [1]}, "not 1"),
        ({"requests": [{"own": [1, 1], "bid": []}]}, "different numbers"),
        ({"requests": [{"own": [54], "bid": []}]}, "different numbers"),
        ({"requests": [{"own": [1, 2], "bid": []}]}, "cannot have been dealt"),
        ({"requests": [{"own": list(range(17)), "history": [[], []]}]}, "publiccard"),
        ({"requests": [{"own": [], "publiccard": [], "landlord": 7, "pos": 0}]}, "a seat is"),
        ({"requests": [{"own": list(range(17)), "bid": ["x"]}]}, "bids are"),
        ({"requests": [{"own": list(range(17)), "bid": [0, 7]}]}, "bids are"),
        ({"requests": [{"own": list(range(17)), "bid": [0, 0, 0]}]}, "bids are"),
        (
            {
                "requests": [
                    {
                        "own": list(range(17)),
                        "publiccard": [20, 21, 22],
                        "landlord": 0,
                        "pos": 1,
                        "history": [],
                    }
                ]
            },
            "no conversation",
        ),
    ],
)
def test_what_is_no_conversation_is_refused(message: Any, words: str) -> None:
    with pytest.raises(BadConversation, match=words):
        response("rule", message)


def test_a_line_nested_too_deeply_is_refused() -> None:
    with pytest.raises(BadConversation, match="no JSON"):
        list(answers("rule", [b'{"requests": ' + b"[" * 100_000]))


def test_the_command(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    golden = GOLDEN[0]
    given = io.TextIOWrapper(io.BytesIO(json.dumps(golden["input"]).encode() + b"\n"))
    monkeypatch.setattr(sys, "stdin", given)
    assert main(["engine", "--bot", "rule", "--botzone"]) == 0
    assert json.loads(capfd.readouterr().out) == {"response": golden["response"]}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{\n")))
    assert main(["engine", "--botzone"]) == 1
    assert "no JSON" in capfd.readouterr().err


def test_a_bot_written_for_botzone_plays_in_the_arena() -> None:
    terms = Terms(f"botzone-keep:{EXAMPLE} keep", "random", BOTZONE, "t")
    results = play_match(terms, 4, 1, None, lambda _d: None)
    assert figures(results)["A"]["faults"] == 0


def test_kept_or_not_it_plays_the_same() -> None:
    deltas = []
    for player in (f"botzone:{EXAMPLE}", f"botzone-keep:{EXAMPLE} keep"):
        terms = Terms(player, "rule", BOTZONE, "t")
        results = play_match(terms, 1, 1, None, lambda _d: None)
        assert figures(results)["A"]["faults"] == 0
        deltas.append([g.delta for r in results for g in r.games])
    assert deltas[0] == deltas[1]


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("print('{\"response\": [0, 1, 2]}')", "illegal"),
        ('print(\'{"response": "pass"}\')', "illegal"),
        ("print('{\"response\": [99]}')", "illegal"),
        ("print('{\"response\": [-5]}')", "illegal"),
        ("print('{\"response\": [' + '9' * 3000 + ']}')", "illegal"),
        ("print('{\"response\": ' + '[' * 900 + ']' * 900 + '}')", None),
        ("print('{\"response\": ' + '[' * 100_000)", "garbage"),
        ("print('{}')", "garbage"),
        ("print('I pass')", "garbage"),
        ("pass", "crash"),
        ("import time; time.sleep(60)", "timeout"),
    ],
)
@pytest.mark.parametrize("keep", [False, True])
def test_faults(program: str, kind: str | None, keep: bool, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(f"input()\n{program}\n")
    session = BotzoneSession(f"{sys.executable} {script}", keep=keep)
    seen = seen_by(state_of("5 8", "22", "AA", over=(2, "7")))
    with pytest.raises(EngineFault) as fault:
        session.act("h", seen, 0.5 if kind == "timeout" else 20.0)
    assert fault.value.kind == (kind or fault.value.kind)
    session.quit()
