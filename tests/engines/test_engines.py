"""The protocol of engines: nothing is lost in messages, faults are found and survived, the examples
and our own engine pass the checks.
"""

import shutil
import sys
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.arena.figures import figures
from dizhu.arena.formats import FORMATS, PLAY_ONLY
from dizhu.arena.game import Actor, Game
from dizhu.arena.players import PlayerError
from dizhu.arena.runner import play_match
from dizhu.arena.saved import Terms
from dizhu.bots import BOTS
from dizhu.cli import main
from dizhu.engines import protocol as p
from dizhu.engines.check import check_engine, talking
from dizhu.engines.legal import IllegalAnswer, checked_answer, legal_answers
from dizhu.engines.process import EngineFault, Program
from dizhu.engines.serve import OwnEngine
from dizhu.engines.session import Session
from dizhu.engines.views import new_hand, seen_of, view_of
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation
from tests.bots.positions import seen_by, state_of

ROOT = Path(__file__).resolve().parents[2]
BAD = f"{sys.executable} {Path(__file__).with_name('bad_engine.py')}"
OURS = f"{sys.executable} -c 'from dizhu.cli import main; main()' engine"


def questions(name: str, number: int) -> list[Observation]:
    """Every question of a hand of random players."""
    asked: list[Observation] = []

    def actor(seat: int) -> Actor:
        bot = BOTS["random"](f"{number}/{seat}")

        def act(seen: Observation) -> Action | None:
            asked.append(seen)
            return bot.act(seen)

        return act

    form = FORMATS[name]
    Game(form, bytes([number]), [actor(s) for s in range(3)], 0 if form.given else None).play()
    return asked


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_lost_between_an_observation_and_its_message(name: str) -> None:
    for number in range(2):
        for seen in questions(name, number):
            hand = p.from_host(p.encode(new_hand("h", seen)))
            assert isinstance(hand, p.NewHand)
            ask = p.from_host(p.encode(p.Ask(1, "h", 1000, ("pass",), True, view_of(seen))))
            assert isinstance(ask, p.Ask)
            assert seen_of(ask.view, hand) == seen


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_listed_is_accepted(name: str) -> None:
    """Each answer once; none is refused."""
    for seen in questions(name, 7):
        legal, complete = legal_answers(seen)
        assert complete or name == "qq-laizi"
        assert len(set(legal)) == len(legal) > 0
        for answer in legal[:40]:
            checked_answer(seen, answer)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("play RJ", "not_in_hand"),
        ("play D3 D4", "not_a_combo"),
        ("play D3", "does_not_beat"),
        ("play D8 as pair 8", "impossible_reading"),
        ("call", "not_allowed"),
        ("wait", "not_allowed"),
        ("escape", "not_allowed"),
        ("autoplay on", "not_allowed"),
        ("tea", "notation"),
        ("", "notation"),
        ("play", "not_a_combo"),
    ],
)
def test_what_the_rules_refuse_is_refused(answer: str, code: str) -> None:
    seen = seen_by(state_of("3 4 8", "22", "AA", over=(2, "7")))
    with pytest.raises(IllegalAnswer) as refused:
        checked_answer(seen, answer)
    assert refused.value.code == code


SOME_QUESTIONS = questions("qq-classic", 2)


# --- our own engine -----------------------------------------------------------------------------


def test_our_engine_survives_every_line() -> None:
    lines = [b"\n", b"{", b"[]", b'{"type":"x"}', b'{"type":"ping","id":3}', b'{"type":"quit"}']
    answers = [p.from_engine(a) for a in OwnEngine("rule").answers([*lines, b"never read"])]
    assert [type(a) for a in answers] == [p.Problem] * 3 + [p.Pong]


def test_our_engine_answers_as_the_bot_does() -> None:
    for seen in questions(PLAY_ONLY, 3):
        hand = new_hand("h", seen)
        ask = p.Ask(9, "h", 1000, (), True, view_of(seen))
        [answer] = OwnEngine("rule").answers([p.encode(hand), p.encode(ask)])
        found = p.from_engine(answer)
        assert isinstance(found, p.Answer)
        assert checked_answer(seen, found.action) == BOTS["rule"]("h").act(seen)


@given(st.lists(st.binary(max_size=60), max_size=6))
@settings(max_examples=60, deadline=None)
def test_no_bytes_end_our_engine(lines: list[bytes]) -> None:
    answers = [*OwnEngine("rule").answers([*lines, b'{"type":"ping","id":1}'])]
    assert p.from_engine(answers[-1]) == p.Pong(1)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_view_ends_our_engine(data: st.DataObject) -> None:
    """A field of the view is something else of its type: an answer or an error, and then a pong."""
    seen = data.draw(st.sampled_from(SOME_QUESTIONS))
    view = msgspec.to_builtins(view_of(seen))
    field = data.draw(st.sampled_from(sorted(view)))
    view[field] = data.draw(st.sampled_from([view[field], None, 0, 7, "S3", "", [], "play", True]))
    ask = msgspec.to_builtins(p.Ask(1, "h", 9, (), True, view_of(seen)))
    lines = [p.encode(new_hand("h", seen)), msgspec.json.encode({**ask, "view": view})]
    answers = [*OwnEngine("rule").answers([*lines, b'{"type":"ping","id":2}'])]
    assert [type(p.from_engine(a)) for a in answers[:-1]] in ([p.Answer], [p.Problem])
    assert p.from_engine(answers[-1]) == p.Pong(2)


def test_our_engine_forgets_hands_of_long_ago() -> None:
    seen = questions(PLAY_ONLY, 1)[0]
    hands = [p.encode(new_hand(f"h{n}", seen)) for n in range(100)]
    ask = [p.encode(p.Ask(n, f"h{n}", 9, (), True, view_of(seen))) for n in (0, 99)]
    first, last = (p.from_engine(a) for a in OwnEngine("rule").answers([*hands, *ask]))
    assert isinstance(first, p.Problem)
    assert isinstance(last, p.Answer)


# --- the checks ---------------------------------------------------------------------------------


def checked(command: str, hands: int = 1, budget_ms: int = 20_000) -> tuple[bool, list[str]]:
    told: list[str] = []
    return check_engine(command, hands, "t", budget_ms, told.append), told


@pytest.mark.parametrize(
    ("command", "rulesets"),
    [
        (OURS, ("play-only",)),
        (f"{sys.executable} {ROOT}/examples/engine.py", ("qq-laizi",)),
        (f"node {ROOT}/examples/engine.js", ("qq-menzhua",)),
    ],
)
def test_engines_that_keep_to_the_protocol_pass(
    command: str, rulesets: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rulesets take a minute; `dizhu engine check` tries them."""
    if shutil.which(command.split(maxsplit=1)[0]) is None:
        pytest.skip("no Node.js here")
    monkeypatch.setattr(talking, "QUIT_SECONDS", 20.0)  # a busy machine is no fault of theirs
    monkeypatch.setattr(talking, "FORMATS", {name: FORMATS[name] for name in rulesets})
    good, told = checked(command)
    assert good, told
    assert told[-1].endswith(" passed, 0 failed")


@pytest.mark.parametrize(
    ("fault", "check", "words"),
    [
        ("touchy", "survives nonsense", "crash"),
        ("ping", "answers pings", "to ping 7"),
        ("stays", "ends at quit", "still runs"),
        ("any-version", "refuses a version", "version 999"),
        ("illegal", "against random players", "illegal: "),
        ("notation", "against who follows", "notation"),
        ("crash", "against who passes", "out of cheese"),
        ("garbage", "all three seats", "is no message"),
    ],
)
def test_each_fault_is_found(
    fault: str, check: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talking, "QUIT_SECONDS", 2.0)
    good, told = checked(f"{BAD} {fault}")
    assert not good
    failures = [line for line in told if line.startswith("FAIL")]
    assert any(check in line and words in line for line in failures), told
    assert told[-1].endswith(f"{len(failures)} failed")


def test_the_command_exits_with_1_on_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "check", "/no/such/engine"]) == 1
    out = capsys.readouterr().out
    assert "cannot be started" in out
    assert "0 passed, 1 failed" in out


# --- faults while playing -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("hang", "timeout"),
        ("crash", "crash"),
        ("illegal", "illegal"),
        ("notation", "illegal"),
        ("wait", "illegal"),
        ("garbage", "garbage"),
        ("flood", "garbage"),
        ("endless", "garbage"),
        ("nested", "garbage"),
    ],
)
def test_a_fault_ends_the_engine_and_the_next_question_starts_another(
    fault: str, kind: str
) -> None:
    seen = questions(PLAY_ONLY, 1)[0]
    session = Session(f"{BAD} {fault}")
    try:
        for _ in range(2):
            session.start()
            started = time.monotonic()
            with pytest.raises(EngineFault) as found:
                session.act("h", seen, 0.3 if fault == "hang" else 20.0)
            assert found.value.kind == kind
            assert fault != "hang" or time.monotonic() - started < 5
    finally:
        session.quit()


def test_what_is_nested_too_deeply_is_no_message() -> None:
    deep = b', "id": 1, "more": ' + b"[" * 100_000
    line = b'{"type": "ping"' + deep
    with pytest.raises(p.BadLine, match="nested too deeply"):
        p.from_host(line)
    with pytest.raises(p.BadLine, match="nested too deeply"):
        p.from_engine(b'{"type": "pong"' + deep)
    told = [p.from_engine(a) for a in OwnEngine("rule").answers([line, b'{"type":"ping","id":2}'])]
    assert isinstance(told[0], p.Problem)
    assert told[1:] == [p.Pong(2)]


def test_why_it_is_refused_stays_the_reason_when_it_reads_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    send = Program.send

    def refuses_to_hear(program: Program, data: bytes, seconds: float) -> None:
        if b'"refused"' in data:
            raise program.fault("crash", "it reads no more")
        send(program, data, seconds)

    monkeypatch.setattr(Program, "send", refuses_to_hear)
    session = Session(f"{BAD} illegal")
    with pytest.raises(EngineFault) as found:
        session.act("h", questions(PLAY_ONLY, 1)[0], 20.0)
    assert found.value.kind == "illegal"


def test_one_that_first_writes_errors_is_heard_while_it_is_sent_something() -> None:
    """More of both than the pipes hold: neither waits for the other."""
    running = Program("sh -c 'head -c 400000 /dev/zero >&2; cat > /dev/null'")
    try:
        running.send(b"x" * 400_000, 20.0)
        running.close_input()
        assert running.ended_within(20.0) == 0
    finally:
        running.kill()


def test_a_killed_engine_leaves_no_children(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    session = Session(f"sh -c 'sleep 77 & echo $! > {note}; {BAD} illegal'")
    with pytest.raises(EngineFault):
        session.act("h", questions(PLAY_ONLY, 1)[0], 20.0)
    child = int(note.read_text())
    for _ in range(50):
        if not _alive(child):
            return
        time.sleep(0.1)
    pytest.fail("the child still runs")


def _alive(pid: int) -> bool:
    try:
        return "sleep" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def test_in_the_arena_the_rule_bot_plays_on_for_a_faulty_engine() -> None:
    terms = Terms(f"engine:{BAD} illegal", "rule", PLAY_ONLY, "t")
    found = figures(play_match(terms, 2, 1, None, lambda _done: None))
    assert found["A"]["faults"] == 6  # each seat of each hand at its first answer
    assert found["advantage"]["points"]["mean"] == 0.0


def test_an_engine_that_cannot_play_the_ruleset_is_no_player() -> None:
    terms = Terms(f"engine:{BAD} none", "rule", "qq-classic", "t")
    with pytest.raises(PlayerError, match="plays play-only, not qq-classic"):
        play_match(terms, 1, 1, None, lambda _done: None)
    with pytest.raises(PlayerError, match="does not start"):
        play_match(Terms("engine:/no/such", "rule", PLAY_ONLY, "t"), 1, 1, None, lambda _d: None)
