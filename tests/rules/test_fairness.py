"""The seed of a deal: the server's, fixed by its hash, with the players' (F118)."""

import hashlib
import hmac

import pytest

from dizhu.rules.fairness import are_client_seeds, commitment, deal_seed
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.shuffle import deal

SEED = bytes(range(32))
GIVEN = ("0" * 32, "", "f" * 32)


def test_the_hash_is_that_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_the_mixture_can_be_made_with_any_tool() -> None:
    """docs/fairness.md states this very text."""
    text = f"dizhu deal 1\nt\n7\n{'0' * 32}\n\n{'f' * 32}"
    wanted = hmac.new(SEED, text.encode(), hashlib.sha256).digest()
    assert deal_seed(SEED, GIVEN, "t", 7) == wanted


def test_everything_counts() -> None:
    """Another seed, player's seed, seat, table or hand gives other cards."""
    seeds = {
        deal_seed(SEED, GIVEN, "t", 7),
        deal_seed(bytes(32), GIVEN, "t", 7),
        deal_seed(SEED, ("", "0" * 32, "f" * 32), "t", 7),
        deal_seed(SEED, ("0" * 32, "", "e" * 32), "t", 7),
        deal_seed(SEED, GIVEN, "u", 7),
        deal_seed(SEED, GIVEN, "t", 8),
        deal_seed(SEED, None, "t", 7),
    }
    assert len(seeds) == 7
    assert len({deal(seed, 1, Ruleset()).hands for seed in seeds}) == 7


def test_without_players_seeds_the_servers_alone_counts() -> None:
    """Hands of before, and deals that an organiser has fixed."""
    assert deal_seed(SEED, None, "t", 1) == SEED


@pytest.mark.parametrize(
    ("seeds", "good"),
    [
        (("", "", ""), True),
        (GIVEN, True),
        (("0" * 32, ""), False),
        (("0" * 31, "", ""), False),
        (("F" * 32, "", ""), False),
        (("0" * 32 + "\n", "", ""), False),
    ],
)
def test_what_a_players_seed_looks_like(seeds: tuple[str, ...], good: bool) -> None:
    assert are_client_seeds(seeds) == good
