"""The six characters by which friends find one another."""

from collections.abc import Container

from dizhu.app.ports import Random

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that are taken for one another: 0 O, 1 I L."""
LENGTH = 6


def new_code(random: Random, taken: Container[str]) -> str:
    """A code that no room has. There are 900 million, so the first one nearly always is free."""
    while True:
        code = "".join(_letter(random) for _ in range(LENGTH))
        if code not in taken:
            return code


def _letter(random: Random) -> str:
    place = int(random.uniform(0, len(ALPHABET)))
    return ALPHABET[min(place, len(ALPHABET) - 1)]


def read_code(text: str) -> str:
    """A code as somebody wrote it."""
    return "".join(text.split()).upper()
