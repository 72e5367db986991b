"""How much one client may ask: token buckets."""

import time
from collections import OrderedDict


class Bucket:
    """`burst` at once, then `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = time.monotonic()

    def take(self, cost: float = 1.0, least: float = 0.0) -> bool:
        """Whether it may be done now; `least`: so much must be there."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < max(cost, least):
            return False
        self._tokens -= cost
        return True


class Buckets:
    """A bucket for each of many keys; those not used for long are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether it may be done now for this key."""
        return self._bucket(key).take()

    def give_back(self, key: str) -> None:
        """What was taken last does not count."""
        self._bucket(key).take(-1.0)

    def empty(self, key: str) -> bool:
        """Whether it may not be done now; nothing is taken."""
        return key in self._buckets and not self._bucket(key).take(0.0, least=1.0)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket
