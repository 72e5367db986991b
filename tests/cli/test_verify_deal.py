"""`dizhu verify-deal`: the deals of a finished hand, made again from the seeds."""

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dizhu.cli import main

GOLDEN = Path(__file__).parents[1] / "golden" / "proofs.json"
PROOFS: list[dict[str, Any]] = json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize("proof", PROOFS, ids=lambda p: p["table"])
def test_honest_deals(proof: dict[str, Any], tmp_path: Path) -> None:
    """One of every ruleset. These very numbers stay: people have kept such proofs."""
    for number, value in enumerate((proof, {"proof": proof, "hand": {}})):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(value), "utf-8")
        assert main(["verify-deal", str(file)]) == 0


def _swap(proof: dict[str, Any]) -> None:
    one, two, _ = proof["deals"][0]["hands"]
    one[0], two[0] = two[0], one[0]


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "hash": (lambda p: p.update(hash="0" * 64), "not the one whose hash was published"),
    "seed": (lambda p: p.update(seed="0" * 64), "seat 0 got"),
    "client seed": (lambda p: p.update(client_seeds=["1" * 32, "", ""]), "deal 1: seat 0 got"),
    "table": (lambda p: p.update(table="another"), "deal 1: bottom got"),
    "number": (lambda p: p.update(hand_no=99), "deal 2: seat 2 got"),
    "cards": (_swap, "deal 1: seat 1 got"),
    "first": (lambda p: p["deals"][1].update(first=5), "deal 2: first bidder"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change, words = CHANGES[name]
    proof = copy.deepcopy(PROOFS[0])
    change(proof)
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(proof)))
    assert main(["verify-deal", "-"]) == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"proof": 5}', "nonsense"])
def test_what_is_no_proof(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.json"
    file.write_text(text)
    assert main(["verify-deal", str(file)]) == 1
    assert "dizhu verify-deal" in capsys.readouterr().err


@pytest.mark.parametrize("part", ["seed", "client_seeds", "rules", "deals"])
def test_a_damaged_proof_is_a_clear_error(
    part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(PROOFS[0] | {part: ["x"]}))
    assert main(["verify-deal", str(file)]) == 1
    assert "dizhu verify-deal" in capsys.readouterr().err
