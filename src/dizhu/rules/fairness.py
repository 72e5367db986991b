"""Deals that anybody can check: the server's seed is fixed by its hash before the players give
theirs, and the cards follow from all of them.

1. The server draws 32 bytes and publishes their SHA-256.
2. Each player's browser, having seen the hash, gives 16 bytes of its own.
3. The deals of the hand are drawn (`shuffle.deal`) from HMAC-SHA256 of both; the key is the
   server's seed, so that nobody who only knows the hash knows a card.
4. After the hand the server's seed is told. `docs/fairness.md` says how to check by hand.

A seat that gives nothing counts as an empty text: what the server could choose would prove nothing.
"""

import hashlib
import hmac
import re

ClientSeeds = tuple[str, str, str]
"""By seat, 32 hexadecimal digits, or an empty text."""

CLIENT_SEED = re.compile("[0-9a-f]{32}")


def commitment(seed: bytes) -> str:
    """The hash by which a seed is fixed before anybody sees a card (hex)."""
    return hashlib.sha256(seed).hexdigest()


def deal_seed(seed: bytes, client_seeds: ClientSeeds | None, table_id: str, hand_no: int) -> bytes:
    """The seed from which the deals of a hand follow. `client_seeds` None: the server's alone (a
    hand whose deals an organiser has fixed, or of before there were such seeds).
    """
    if client_seeds is None:
        return seed
    text = "\n".join(("dizhu deal 1", table_id, str(hand_no), *client_seeds))
    return hmac.digest(seed, text.encode(), hashlib.sha256)


def are_client_seeds(seeds: tuple[str, ...]) -> bool:
    """Whether there is one for each seat, well formed or empty."""
    return len(seeds) == 3 and all(not s or CLIENT_SEED.fullmatch(s) for s in seeds)
