"""The form of a room: made from the ruleset, and the client has words for all of it."""

from pathlib import Path

import aiohttp
import pytest

from dizhu.rules.options import options_for_points
from dizhu.rules.ruleset import PRESETS

WORDS = Path(__file__).parents[2] / "client" / "src" / "core" / "options.ts"


async def test_the_form_over_http(base: str) -> None:
    async with aiohttp.ClientSession() as http, http.get(f"{base}/api/friend-form") as response:
        form = await response.json()
    assert [r["ruleset"] for r in form["rulesets"]] == list(PRESETS)
    names = [o["name"] for o in form["options"]]
    assert names == [o.name for o in options_for_points()]
    for ruleset in form["rulesets"]:
        assert set(ruleset["defaults"]) == set(names)
    assert form["hands"] == {"low": 1, "high": 100}


@pytest.mark.skipif(not WORDS.exists(), reason="without the client's sources")
def test_the_client_has_words_for_every_option() -> None:
    words = WORDS.read_text(encoding="utf-8")
    for option in options_for_points():
        assert f"  {option.name}: [" in words, option.name
        assert f"  {option.group}: [" in words, option.group
        for choice in option.choices:
            assert f'"{option.name}.{choice}": [' in words, (option.name, choice)
