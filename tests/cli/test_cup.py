"""`dizhu cup simulate`."""

import json
from pathlib import Path
from typing import Any

import pytest

from dizhu.cli import main


def simulated(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["cup", "simulate", *args, "--json"]) == 0
    out: dict[str, Any] = json.loads(capsys.readouterr().out)
    return out


@pytest.mark.parametrize(
    "entry", ["novice", "elite", "master", "platinum", "swiss-500", "hourly", "duplicate"]
)
def test_every_entry_fast(capsys: pytest.CaptureFixture[str], entry: str) -> None:
    told = simulated(
        capsys, entry, "--entrants", "30", "--seed", "7", "--fast", "--drops", "30", "--slow", "20"
    )
    (event,) = told["events"]
    assert told["broken"] == 0
    assert event["phase"] == "finished"
    assert [r["rank"] for r in event["ranks"]] == list(range(1, event["entrants"] + 1))
    assert event["shared"] + event["kept"] == event["escrow"]


def test_the_same_seed_gives_the_same_event(capsys: pytest.CaptureFixture[str]) -> None:
    first = simulated(capsys, "novice", "--seed", "a", "--fast")
    again = simulated(capsys, "novice", "--seed", "a", "--fast", "--restarts", "50")
    assert again["events"][0]["restarts"] > 0
    assert again["events"][0]["ranks"] == first["events"][0]["ranks"]
    other = simulated(capsys, "novice", "--seed", "b", "--fast")
    assert other["events"][0]["ranks"] != first["events"][0]["ranks"]


def test_several_events(capsys: pytest.CaptureFixture[str]) -> None:
    told = simulated(capsys, "swiss-500", "--events", "3", "--fast")
    assert [e["seed"] for e in told["events"]] == ["1/0", "1/1", "1/2"]


def test_whole_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """From the first card to the last, on one core or two."""
    args = ("novice", "--entrants", "6", "--seed", "3", "--bots", "random", "--drops", "100")
    one = simulated(capsys, *args, "--jobs", "1")
    two = simulated(capsys, *args, "--jobs", "2")
    assert one["events"] == two["events"]
    assert one["events"][0]["hands"] >= 9


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cup", "simulate", "novice", "--entrants", "9", "--fast"]) == 0
    out = capsys.readouterr().out
    assert "1. p" in out
    assert "novice-champion" in out


def test_wrong_arguments(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["cup", "simulate", "nobody", "--fast"]) == 2
    assert "there are novice" in capsys.readouterr().err
    broken = tmp_path / "cups.toml"
    broken.write_text("[[cup]]\nkey = 'x'\n", encoding="utf-8")
    assert main(["cup", "simulate", "x", "--fast", "--catalogue", str(broken)]) == 2
    assert "cup 'x'" in capsys.readouterr().err
    assert main(["cup", "simulate", "novice", "--bots", "nobody"]) == 2
    assert main(["cup", "simulate", "novice", "--fast", "--bots", "nobody"]) == 2
    assert "no nobody" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["cup", "simulate", "novice", "--entrants", "0"])
