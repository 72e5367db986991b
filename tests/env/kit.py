"""Settings of every kind, and hands played with random actions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from dizhu.arena.formats import FORMATS
from dizhu.env.hand import Hand
from dizhu.env.setting import Setting, setting

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS: dict[str, Setting] = {
    **{name: setting(name) for name in FORMATS},
    **{f"{name} without shows": setting(name, shows=False) for name in ("qq-classic", "jj-happy")},
    **{
        f"{name} without auction": setting(name, auction=False)
        for name in FORMATS
        if name != "play-only"
    },
    "wilds alone keep their rank": setting("qq-laizi", options={"wild_group_natural": True}),
    "raises of a pair": setting("qq-menzhua", options={"raise_scope": "per_peasant"}),
    "only the first is blind": setting("qq-menzhua", options={"blind_who": "first_only"}),
    "one redeal": setting("jj-match", options={"all_pass": "redeal", "max_redeals": 1}),
}


def any_action(rng: random.Random, hand: Hand) -> int:
    """A legal action."""
    return rng.choice(hand.actions)


def positions(chosen: Setting, seed: int) -> Iterator[Hand]:
    """A hand at each of its questions, and at its end."""
    rng = random.Random(seed)
    hand = Hand(chosen, f"test/{seed}")
    yield hand
    while not hand.state.over:
        hand.step(any_action(rng, hand))
        yield hand
