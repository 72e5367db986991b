"""These tests are about the rules in Python: an installed kernel stays out of them. That both are
the same is for the kernel's own tests to say.
"""

from functools import lru_cache

import pytest

from dizhu.rules import patterns
from dizhu.rules.cards import Rank
from dizhu.rules.patterns import PatternRules, Patterns, WildPatterns


@lru_cache(maxsize=64)
def _pure(rules: PatternRules, wild: Rank | None) -> Patterns:
    return Patterns(rules) if wild is None else WildPatterns(rules, wild)


@pytest.fixture(autouse=True)
def pure_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_patterns", _pure)
