"""`kernel/install.sh`: what stands in the way of the kernel never stands in the way of the game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "kernel" / "install.sh"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


def install(
    python: Path | str, stamp: Path, *options: str, **env: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SCRIPT, python, stamp, *options],
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def no_compiler(tmp_path: Path) -> str:
    """A PATH with what the script itself needs."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "env", "dirname"):
        found = next(p for d in os.get_exec_path() if (p := Path(d) / name).exists())
        (programs / name).symlink_to(found)
    return str(programs)


def test_without_a_compiler_one_line_is_said(tmp_path: Path, no_compiler: str) -> None:
    done = install(sys.executable, tmp_path / "stamp", PATH=no_compiler, CXX="", DIZHU_PURE="")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "kernel: no C++ compiler; the rules in Python do everything\n"
    assert not (tmp_path / "stamp").exists(), "a compiler that comes later is used"


def test_who_asks_for_the_kernel_is_told_that_there_is_none(
    tmp_path: Path, no_compiler: str
) -> None:
    done = install(sys.executable, tmp_path / "stamp", "--must", PATH=no_compiler, CXX="")
    assert done.returncode == 1
    assert "no C++ compiler" in done.stdout


def test_nothing_is_built_where_the_pure_rules_are_asked_for(tmp_path: Path) -> None:
    done = install(sys.executable, tmp_path / "stamp", DIZHU_PURE="1")
    assert (done.returncode, done.stdout) == (0, "")
    assert not (tmp_path / "stamp").exists()


def test_what_cannot_be_built_is_not_tried_again_and_says_why(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python, stamp = tmp_path / "venv" / "bin" / "python", tmp_path / "stamp"
    done = install(python, stamp, PIP_NO_INDEX="1", PIP_FIND_LINKS="", CXX="true", DIZHU_PURE="")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"not built, see {tmp_path / 'kernel.log'}" in done.stdout
    assert "cmake" in (tmp_path / "kernel.log").read_text()
    assert stamp.read_text() == "failed\n"
