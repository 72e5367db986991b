"""Without the extra `env` one is told what to install."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import importlib.util as util
find = util.find_spec
util.find_spec = lambda name: None if name == "pettingzoo" else find(name)
import dizhu.env.actions
"""


def test_what_is_missing_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.endswith(
        "ImportError: dizhu.env needs pettingzoo: pip install 'dizhu[env]'\n"
    )
