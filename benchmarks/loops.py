"""Loops that cost little beside what they call, for ours and for theirs. Standard library only.

The interpreter's own loop takes as long as the shortest of the calls, and would be a part of them.
"""

from __future__ import annotations

from collections import deque
from itertools import starmap
from operator import call
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def all_of(calls: Sequence[Callable[[], object]]) -> int:
    """Make every call; tells how many there were."""
    deque(map(call, calls), maxlen=0)
    return len(calls)


def for_each(do: Callable[..., object], arguments: Sequence[tuple[Any, ...]]) -> int:
    """Call one function with each of the arguments; tells how many there were."""
    deque(starmap(do, arguments), maxlen=0)
    return len(arguments)
