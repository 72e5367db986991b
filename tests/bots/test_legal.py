"""Every answer of every bot is one the rules accept, in every ruleset."""

import pytest

from dizhu.bots import BOTS
from dizhu.rules.actions import Autoplay, Escape
from dizhu.rules.ruleset import PRESETS
from tests.bots.driver import play_hand

HANDS = 12


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("names", [("rule",) * 3, ("random",) * 3, ("rule", "random", "rule")])
def test_hands_are_played_to_their_end(ruleset: str, names: tuple[str, str, str]) -> None:
    for number in range(HANDS):
        bots = [BOTS[name](f"{number}/{seat}") for seat, name in enumerate(names)]
        state = play_hand(ruleset, bots, number)
        assert state.end in ("out", "forced")


@pytest.mark.parametrize("name", BOTS)
def test_the_same_observation_gets_the_same_answer(name: str) -> None:
    one, other = BOTS[name](7), BOTS[name](7)

    def watch(seen: object, action: object) -> None:
        assert other.act(seen) == action  # type: ignore[arg-type]
        assert not isinstance(action, Autoplay | Escape)

    play_hand("qq-classic", [one, one, one], 3, watch)
