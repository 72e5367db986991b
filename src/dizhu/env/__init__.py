"""Environments for learning agents: `docs/environments.md`. They need the extra `env`:
`pip install 'dizhu[env]'`.

- `dizhu.env.aec.env()`: PettingZoo, three agents that are asked in turn.
- `dizhu.env.vector.DizhuVectorEnv`: Gymnasium, many hands side by side.
- `dizhu.env.douzero`: the features that DouZero's models read.
"""

from importlib.util import find_spec

_MISSING = [name for name in ("gymnasium", "numpy", "pettingzoo") if find_spec(name) is None]
if _MISSING:
    raise ImportError(f"dizhu.env needs {', '.join(_MISSING)}: pip install 'dizhu[env]'")
