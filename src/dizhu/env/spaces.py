"""The spaces of Gymnasium for what `layout` and `actions` describe."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding

from dizhu.env.actions import ACTIONS
from dizhu.env.layout import AT, PARTS, WIDTH, named

ROW, PARTED = "array", "dict"
FORMS = (ROW, PARTED)
"""How an observation is given: as one array, or as a dict of its parts."""


def some_seed() -> int:
    """A seed where none is given."""
    return int(seeding.np_random()[1])


def check_form(form: str) -> str:
    """Raises ValueError for a form that there is not."""
    if form not in FORMS:
        raise ValueError(f"no form of observations {form!r}; there are {', '.join(FORMS)}")
    return form


def action_space() -> Any:
    """Of one seat."""
    return Discrete(ACTIONS)


def observation_space(form: str) -> Any:
    """Of one seat: what it sees, and its legal actions."""
    seen = _row() if check_form(form) == ROW else Dict(_parts())
    return Dict({"observation": seen, "action_mask": Box(0, 1, (ACTIONS,), np.int8)})


def _row() -> Any:
    low, high = np.zeros(WIDTH, np.int32), np.zeros(WIDTH, np.int32)
    for part in PARTS:
        low[AT[part.name]], high[AT[part.name]] = part.low, part.high
    return Box(low, high, dtype=np.int32)


def _parts() -> dict[str, Any]:
    return {p.name: Box(p.low, p.high, p.shape, np.int32) for p in PARTS}


def observation(form: str, rows: Any, masks: Any) -> dict[str, Any]:
    """One observation, or many in arrays."""
    seen = rows if form == ROW else named(rows)
    return {"observation": seen, "action_mask": masks.view(np.int8)}
