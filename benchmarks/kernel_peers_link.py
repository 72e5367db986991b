"""The other engines' process, seen from ours."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Self

HERE = Path(__file__).resolve().parent
PYTHON = HERE.parent / ".venv-peers" / "bin" / "python"


class Peers:
    """Runs `kernel_peers.py` and asks it for rates."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [PYTHON, HERE / "kernel_peers.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def rate(self, figure: str, engine: str, seconds: float) -> float:
        """A rate per second of processor time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"figure": figure, "engine": engine, "seconds": seconds}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())
