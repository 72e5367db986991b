"""Commands that use several cores leave no process behind, whatever ends them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

RUN = [sys.executable, "-c", "import sys; from dizhu.cli import main; sys.exit(main())"]
ENDLESS = ["simulate", "--ruleset", "qq-classic", "--hands", "1000000", "--jobs", "2"]


@pytest.mark.parametrize("signal", [9, 15])
def test_workers_end_with_their_program(signal: int) -> None:
    program = subprocess.Popen([*RUN, *ENDLESS], stdout=subprocess.DEVNULL)
    workers: list[int] = []
    try:
        while len(workers) < 2:
            assert program.poll() is None
            time.sleep(0.05)
            workers = _children(program.pid)
        time.sleep(0.5)
        os.kill(program.pid, signal)
    finally:
        program.kill()
        program.wait()
    until = time.monotonic() + 20
    while any(_runs(pid) for pid in workers):
        assert time.monotonic() < until, workers
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    processes = [int(p.name) for p in Path("/proc").iterdir() if p.name.isdecimal()]
    return [p for p in processes if _stat(p)[1] == str(pid)]


def _runs(pid: int) -> bool:
    return _stat(pid)[0] not in ("", "Z")


def _stat(pid: int) -> tuple[str, str]:
    """Its state, and the id of its parent; of one that is gone nothing."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return ("", "")
    return (state, parent)
