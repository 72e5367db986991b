"""Chance for bots, made from their seed and the observation alone: no generator, no clock."""

import hashlib

from dizhu.bots.bot import Seed
from dizhu.rules.view import Observation


class Chance:
    """Numbers that depend on a seed and on what a seat sees, and on nothing else."""

    def __init__(self, seed: Seed, seen: Observation) -> None:
        told = (
            seed,
            seen.viewer,
            seen.phase,
            seen.deals,
            seen.dealt_to,
            seen.cards,
            seen.counts,
            seen.plays,
            seen.bids,
            seen.asked,
            seen.raise_answers,
            seen.doubles,
            [(o.type, o.stage) for o in seen.options],
        )
        self._state = hashlib.blake2b(repr(told).encode(), digest_size=16).digest()

    def below(self, bound: int) -> int:
        """A number 0..bound-1; the bias of the remainder is below one in 2**90."""
        self._state = hashlib.blake2b(self._state, digest_size=16).digest()
        return int.from_bytes(self._state, "big") % bound
