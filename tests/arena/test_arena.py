"""Matches: pairing, figures, any number of cores, going on after a break."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dizhu.arena.figures import figures
from dizhu.arena.formats import FORMATS, PLAY_ONLY
from dizhu.arena.game import Game
from dizhu.arena.match import DealResult, Played
from dizhu.arena.players import PlayerError, player_called
from dizhu.arena.runner import play_match
from dizhu.arena.saved import StateError, Terms, load, save
from dizhu.arena.stats import estimate
from dizhu.bots import BOTS
from dizhu.bots.history import turns_of
from dizhu.cli import main
from dizhu.rules.actions import Pass
from dizhu.rules.state import Phase
from dizhu.rules.view import Observation, observe

ROOT = Path(__file__).resolve().parents[2]
TERMS = Terms("rule", "random", PLAY_ONLY, "t")
MAIN = """
import signal, sys
from dizhu.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
sys.exit(main())
"""
SLEEPER = """
import os, pathlib, time
pathlib.Path({folder!r}, str(os.getppid()) + "-" + str(os.getpid()) + ".pid").touch()
hello = '{{"type":"hello","protocol":1,"name":"sleeper","rulesets":["play-only"]}}'
print(hello, flush=True)
time.sleep(100)
"""


def played(terms: Terms, deals: int, jobs: int = 1, state: Path | None = None) -> list[DealResult]:
    return play_match(terms, deals, jobs, state, lambda _done: None)


def plain(results: list[DealResult]) -> list[DealResult]:
    return [replace(r, seconds=([], [])) for r in results]


@pytest.mark.parametrize("name", FORMATS)
def test_a_bot_against_itself_gains_nothing(name: str) -> None:
    """The same deals from both sides: with equal players every deal comes to zero."""
    found = figures(played(Terms("rule", "rule", name, "t"), 2))
    assert found["games"] == 4
    assert found["advantage"]["points"] == {"mean": 0.0, "low": 0.0, "high": 0.0, "n": 2}
    for side in ("A", "B"):
        assert found[side]["landlord"] == found["B"]["landlord"]


def test_exchanging_the_players_exchanges_the_figures() -> None:
    one, other = figures(played(TERMS, 6)), figures(played(replace(TERMS, a="random", b="rule"), 6))
    assert one["advantage"]["win_rate"]["mean"] > 0.5
    assert one["A"]["win_rate"] == other["B"]["win_rate"]
    assert one["B"]["peasants"] == other["A"]["peasants"]
    assert one["advantage"]["points"]["mean"] == -other["advantage"]["points"]["mean"]


def test_any_number_of_jobs_gives_the_same_results() -> None:
    assert plain(played(TERMS, 11, jobs=2)) == plain(played(TERMS, 11))


def test_going_on_gives_what_one_run_gives(tmp_path: Path) -> None:
    state = tmp_path / "match.json"
    first = played(TERMS, 4, state=state)
    done: list[int] = []
    rest = play_match(TERMS, 9, 1, state, done.append)
    assert done[0] == 4
    assert rest[:4] == [replace(r, seconds=rest[i].seconds) for i, r in enumerate(first)]
    assert plain(rest) == plain(played(TERMS, 9))
    assert [r.deal for r in load(state, TERMS)] == list(range(9))
    assert not [p for p in tmp_path.iterdir() if p != state]


def test_a_broken_off_match_has_saved_what_was_done(tmp_path: Path) -> None:
    state = tmp_path / "match.json"

    def stop(done: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(TERMS, 20, 1, state, stop)
    assert [r.deal for r in load(state, TERMS)] == list(range(5))


def test_a_state_that_cannot_be_written_is_told_before_the_first_deal(tmp_path: Path) -> None:
    done: list[int] = []
    with pytest.raises(StateError, match="cannot be written"):
        play_match(TERMS, 20, 1, tmp_path / "nowhere" / "match.json", done.append)
    assert done == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_and_their_engines_end_with_the_match(tmp_path: Path, how: signal.Signals) -> None:
    """A worker that loses its match would wait for ever, and its engines with it; broken off, a
    match would wait for engines that do not answer.
    """
    engine = tmp_path / "engine.py"
    engine.write_text(SLEEPER.format(folder=str(tmp_path)))
    command = [sys.executable, "-c", MAIN]
    match = subprocess.Popen(
        [*command, "arena", f"engine:{sys.executable} {engine}", "rule", "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _until(lambda: len({n.name.split("-")[0] for n in tmp_path.glob("*.pid")}) == 2)
        match.send_signal(how)
        match.wait(timeout=20)
    finally:
        match.kill()
        match.wait()
    pids = {int(pid) for n in tmp_path.glob("*.pid") for pid in n.stem.split("-")}
    _until(lambda: not any(_runs(pid) for pid in pids))


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("not within 30 s")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    "text",
    [
        *(b"{", b"[]", b"\xff\xfe", b"[" * 100_000),
        *(b'{"format": "dizhu arena 1"}', b'{"format": "x"}'),
        (
            b'{"format": "dizhu arena 1", "terms": {"a": "", "b": "", "ruleset": "", "seed": ""}, '
            b'"deals": [[0, [["A", 0, 0, null, [0], 0]], [[], []], [0]]]}'
        ),
    ],
    ids=lambda text: text[:30],
)
def test_a_file_that_is_no_state_is_refused(tmp_path: Path, text: bytes) -> None:
    state = tmp_path / "match.json"
    state.write_bytes(text)
    with pytest.raises(StateError, match=r"match\.json"):
        load(state, TERMS)
    assert state.read_bytes() == text


def test_the_state_of_another_match_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "match.json"
    save(state, TERMS, [])
    with pytest.raises(StateError, match="rule random --ruleset play-only --seed t"):
        load(state, replace(TERMS, seed="u"))


def test_play_only_gives_the_landlord_and_doubles_for_bombs() -> None:
    for result in played(Terms("rule", "rule", PLAY_ONLY, "bombs"), 12):
        for game in result.games:
            assert game.landlord == game.seat == result.deal % 3
            sign = 1 if game.winner == "landlord" else -1
            assert game.delta[game.seat] == sign * 2 * 2**game.bombs
            assert sum(game.delta) == 0


def test_figures_of_two_deals_worked_out_by_hand() -> None:
    def game(alone: str, winner: str, landlord: int = 0) -> Played:
        won = 1 if winner == "landlord" else -1
        delta = [-won, -won, -won]
        delta[landlord] = 2 * won
        return Played(alone, 0, landlord, winner, (delta[0], delta[1], delta[2]), 0)

    results = [
        DealResult(0, (game("A", "landlord"), game("B", "peasants")), ([], [])),
        DealResult(1, (game("A", "landlord"), game("B", "landlord")), ([], [])),
    ]
    found = figures(results)
    assert found["A"]["win_rate"]["mean"] == 0.75
    assert found["A"]["landlord"]["win_rate"]["mean"] == 1.0
    assert found["A"]["peasants"]["win_rate"]["mean"] == 0.5
    assert found["A"]["points"]["mean"] == 1.0
    assert found["advantage"]["win_rate"]["mean"] == 0.5
    assert found["advantage"]["points"]["mean"] == 2.0


def test_intervals() -> None:
    assert estimate([]) is None
    one = estimate([3.0])
    assert one is not None
    assert one.half is None
    many = estimate([0.0, 1.0] * 50)
    assert many is not None
    assert many.mean == 0.5
    assert many.half == pytest.approx(1.96 * (0.25 * 100 / 99 / 100) ** 0.5)


# --- turns --------------------------------------------------------------------------------------


def test_turns_follow_from_what_was_played() -> None:
    """Passes are told by nobody, and yet are known."""
    form, seen_turns = FORMATS[PLAY_ONLY], 0
    for n in range(4):
        done: list[tuple[int, bool]] = []

        def actor(seen: Observation, done: list[tuple[int, bool]] = done, n: int = n) -> Any:
            turns = turns_of(seen)
            assert [(t.seat, t.play is None) for t in turns] == done
            assert [t.play for t in turns if t.play] == list(seen.played)
            action = BOTS["random"](n).act(seen)
            assert seen.viewer is not None
            done.append((seen.viewer, isinstance(action, Pass)))
            return action

        Game(form, bytes([n]), [actor] * 3, landlord=n % 3).play()
        seen_turns += len(done)
    assert seen_turns > 40


def test_no_turns_before_the_play() -> None:
    state = Game(FORMATS["qq-classic"], b"", [])._opening()
    assert state.phase is Phase.START
    assert turns_of(observe(state, 0)) == []


# --- the command --------------------------------------------------------------------------------


def test_the_command_prints_json_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["arena", "rule", "random", "--deals", "3", "--jobs", "1", "--seed", "t", "--json"]
    assert main(args) == 0
    out, err = capsys.readouterr()
    assert err == ""  # no bar in a pipe
    found = json.loads(out)
    assert found["players"] == {"A": "rule", "B": "random"}
    assert found["A"] == json.loads(json.dumps(figures(played(TERMS, 3))["A"]))
    assert found["timing_ms"]["A"]["answers"] > 0


def test_the_command_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["arena", "rule", "random", "--deals", "2", "--jobs", "1", "--ruleset", "qq-classic"]
    assert main(args) == 0
    assert "win rate" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["rule", "nobody"], "no player 'nobody'"),
        (["rule", "rule", "--ruleset", "chess"], "no ruleset 'chess'"),
    ],
)
def test_what_cannot_be_played(
    args: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *args, "--jobs", "2", "--deals", "20"]) == 2
    assert word in capsys.readouterr().err


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["arena", "rule", "rule", "--deals", "6", "--jobs", "1"]) == 0
    drawn = terminal.getvalue().split("\r")
    assert drawn[1].startswith("[" + "." * 24 + "] 0/6 deals")
    assert drawn[-1].startswith("[" + "#" * 24 + "] 6/6 deals")
    assert drawn[-1].endswith("\n")


def test_without_rlcard_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard", None)
    with pytest.raises(PlayerError, match=r"dizhu\[arena\]"):
        player_called("rlcard")


# --- RLCard, in its own environment -------------------------------------------------------------

PEERS = ROOT / ".venv-peers" / "bin" / "python"


@pytest.mark.skipif(not PEERS.exists(), reason="make peers installs RLCard")
def test_rlcards_rule_model_plays() -> None:
    code = "import sys; from dizhu.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [str(PEERS), "-c", code, "arena", "rlcard", "random", "--deals", "6"]
    done = subprocess.run(
        [*command, "--jobs", "1", "--json", "--ruleset", "qq-classic"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "DIZHU_PURE": "1"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["A"]["win_rate"]["mean"] > found["B"]["win_rate"]["mean"]
