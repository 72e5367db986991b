"""A machine without the kernel plays the same hands, and nothing is said about it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

SIMULATE = """
import sys
from dizhu.rules import accel
if {pure}:
    assert accel.dizhu_kernel is None
from dizhu.cli import main
sys.exit(main(["simulate", "--ruleset", "qq-laizi", "--hands", "2", "--seed", "k", "--json"]))
"""
MEASURED = {"seconds", "hands_per_second"}


def simulate(pure: bool, **env: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATE.format(pure=pure)],
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {name: value for name, value in json.loads(done.stdout).items() if name not in MEASURED}


@pytest.fixture(scope="module")
def as_it_is() -> dict[str, Any]:
    """With the kernel, where it is installed."""
    return simulate(pure=False)


def test_turned_off(as_it_is: dict[str, Any]) -> None:
    assert simulate(pure=True, DIZHU_PURE="1") == as_it_is


def test_not_installed_or_made_for_another_machine(
    tmp_path: Path, as_it_is: dict[str, Any]
) -> None:
    (tmp_path / "dizhu_kernel.py").write_text("raise ImportError('built for another processor')\n")
    assert simulate(pure=True, PYTHONPATH=str(tmp_path), DIZHU_PURE="") == as_it_is
