"""A short run of the soak of kills; the long one is `make soak-kill`."""

from pathlib import Path

import pytest

from tests.soak.crashes import Crashes, Settings


async def test_nothing_is_lost_by_a_kill(tmp_path: Path) -> None:
    """L10, F62, F76."""
    report = await Crashes(Settings(2, 3, 3, seed=1, minutes=2, bot_seconds=0.05), tmp_path).run()
    assert report.wrong == []
    assert report.kills == 2
    assert report.live_hands_followed >= 2
    assert "all is well" in report.verified_at_end


async def test_it_finds_a_command_that_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashes = Crashes(Settings(1, 1, 2, seed=1, minutes=2, bot_seconds=0.05), tmp_path)
    going_on = crashes._hands_going_on

    def with_one_more() -> dict[str, int]:
        for regular in crashes.regulars:
            regular.acked["never"] = ("nowhere", 5)
        return going_on()

    monkeypatch.setattr(crashes, "_hands_going_on", with_one_more)
    report = await crashes.run()
    assert any("was acknowledged as 5, stored []" in line for line in report.wrong)
