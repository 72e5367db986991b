"""Simulations, and that their checks find what they look for."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dizhu.cli import main
from dizhu.cli.simulate import checks
from dizhu.cli.simulate.checks import Checks
from dizhu.cli.simulate.game import Broken, Game, Setting
from dizhu.ledger.escape import escape_penalty_now
from dizhu.rules import view
from dizhu.rules.actions import SEATS
from dizhu.rules.cards import DECK
from dizhu.rules.ruleset import PRESETS, preset
from dizhu.rules.state import HandState
from dizhu.table import view as table_view
from tests.players import RandomPlayer


def game(
    name: str, seed: str, watch: Callable[..., None], *, step: int = 0, **options: Any
) -> Game:
    """A game of three random players."""
    base = preset(name)
    ruleset = base.ruleset.with_options({"deal_step_ms": step, **options})
    players = [RandomPlayer((seed, s), autoplay=0.03).act_or_wait for s in SEATS]
    return Game(Setting(ruleset, base.stakes, seed), "t", players, watch)


@pytest.mark.parametrize("name", PRESETS)
def test_hands_of_every_ruleset_keep_all_invariants(name: str) -> None:
    """All four viewers after every event; F74: whoever is landlord plays."""
    watch = Checks(name, viewers=4)
    played = game(name, f"all {name}", watch)
    for _ in range(5):
        played.play_hand()
        watch.after_hand(played)
        hand = played.table.hand
        assert hand is not None
        if hand.landlord is not None:
            assert hand.plays[hand.landlord] > 0


def test_deal_step_by_step_keeps_them_too() -> None:
    """While the cards come out, each sees only those he has been given."""
    watch = Checks("steps", viewers=4)
    played = game("qq-classic", "steps", watch, step=200)
    played.play_hand()
    watch.after_hand(played)


def test_a_card_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the filter let another's cards through, the exchange would show."""
    real = view.visible_cards

    def leaking(state: HandState, viewer: int | None, seat: int) -> object:
        return state.cards[seat] if seat == 2 else real(state, viewer, seat)

    monkeypatch.setattr(view, "visible_cards", leaking)
    with pytest.raises(Broken, match="can tell hidden cards"):
        game("qq-classic", "leak", Checks("leak", viewers=4)).play_hand()


def test_the_exact_escape_penalty_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-ESC-3: it tells how many bombs are in hidden hands."""
    monkeypatch.setattr(table_view, "escape_penalty_known", escape_penalty_now)
    played = game("qq-classic", "penalty", Checks("penalty", viewers=4))
    with pytest.raises(Broken, match="can tell hidden cards"):
        _play(played, hands=20)


def _play(played: Game, hands: int) -> None:
    for _ in range(hands):
        played.play_hand()


def test_a_lost_card_is_found() -> None:
    """54 different ones."""
    played = game("qq-classic", "lost", Checks("lost"))
    played.play_hand()
    hand = played.table.hand
    assert hand is not None
    wrong = replace(hand, cards=(DECK[:1], DECK[:1], DECK[:1]))
    with pytest.raises(Broken, match="these are not the 54 cards"):
        checks._all_cards(played, wrong)


def test_a_lost_bean_is_found() -> None:
    """The sum over all accounts."""
    watch = Checks("bean")
    played = game("qq-classic", "bean", watch)
    played.play_hand()
    played.book._balances["player:x"] = 1
    with pytest.raises(Broken, match="beans were made"):
        watch.after_hand(played)


def test_a_wrong_log_is_found() -> None:
    """An event that is missing."""
    watch = Checks("log")
    played = game("qq-classic", "log", watch)
    played.play_hand()
    del played.events[-3]
    with pytest.raises((Broken, AssertionError)):
        watch.after_hand(played)


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    """With the seed, so that it can be played again."""
    played = game("qq-classic", "bad", lambda *_: None)
    played._actors = [lambda _seen: None] * 3
    with pytest.raises(Broken, match=r"hand 1, seed 'bad': seat 0 has no answer"):
        played.play_hand()


def test_same_seed_same_hands_on_any_number_of_cores(capsys: pytest.CaptureFixture[str]) -> None:
    """And JSON for scripts, quiet in a pipe."""
    figures = []
    for jobs in ("1", "2"):
        argv = ["simulate", "--hands", "44", "--seed", "x", "--viewers", "0", "--json"]
        assert main([*argv, "--jobs", jobs]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        figures.append(json.loads(out))
    for key in ("hands", "ends", "winners", "fees", "bots", "plays_per_hand"):
        assert figures[0][key] == figures[1][key]
    assert figures[0]["hands"] == 44
    assert figures[0]["broken"] == 0


def test_figures_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line."""
    assert main(["simulate", "--hands", "2", "--ruleset", "jj-match"]) == 0
    assert "hands_per_second" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [
        ["--bots", "nobody"],
        ["--bots", "random,random"],
        ["--options", "{"],
        ["--options", "[]"],
        ["--options", "5"],
        ["--options", "[" * 100_000],
        ["--options", '{"colour": "red"}'],
        ["--options", '{"unit": "shells"}'],
    ],
)
def test_wrong_arguments_are_status_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Named, on standard error."""
    assert main(["simulate", "--hands", "1", *argv]) == 2
    assert "dizhu simulate:" in capsys.readouterr().err
