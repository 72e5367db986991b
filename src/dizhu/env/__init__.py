"""Environments for learning agents: `docs/environments.md`. They need the extra `env`:
`pip install 'dizhu[env]'`.

- `dizhu.env.aec.env()`: PettingZoo, three agents that are asked in turn.
- `dizhu.env.vector.DizhuVectorEnv`: Gymnasium, many hands side by side.
- `dizhu.env.douzero`: the features that DouZero's models read.
"""
