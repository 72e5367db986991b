"""Measurements for Prometheus (docs/operations.md has the list)."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

FAST = (0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1)
"""Seconds: what is done in the process."""
DISK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
WAITS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0)
_TIMES = {
    "decide": ("Deciding what a command makes happen", FAST),
    "commit": ("From a decision until it is stored", DISK),
    "broadcast": ("Giving news to all connections", FAST),
    "store_commit": ("A transaction of the store", DISK),
}


class Times:
    """How often something took how long. Counted by one thread; the library's own histogram takes
    several times as long, which every move would pay for.
    """

    __slots__ = ("_bounds", "_counts", "_sum")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Once more."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def samples(self) -> tuple[list[tuple[str, float]], float]:
        """Cumulative, as Prometheus wants them, and the sum."""
        names = [*map(floatToGoString, self._bounds), "+Inf"]
        return list(zip(names, map(float, accumulate(self._counts)), strict=True)), self._sum


class Metrics:
    """`app.meters.Meters`, and what is looked up when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions: Counter[tuple[str, str]] = Counter()
        self.autoplays = 0
        self.times = {name: Times(bounds) for name, (_, bounds) in _TIMES.items()}
        self.waits: defaultdict[str, Times] = defaultdict(lambda: Times(WAITS))
        self.decided = self.times["decide"].observe
        self.committed = self.times["commit"].observe
        self.told = self.times["broadcast"].observe
        self.stored = self.times["store_commit"].observe
        self.registry.register(_Tallies(self))
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def watch(self, look: Callable[[], "Snapshot"]) -> None:
        """Where the numbers of the moment come from."""
        self.registry.register(_Moment(look))

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self.registry)

    # --- the meters ---

    def acted(self, kind: str, code: str) -> None:
        """A person's command at a table."""
        self.actions[kind, code] += 1

    def matched(self, room: str, seconds: float) -> None:
        """Somebody got a table."""
        self.waits[room].observe(seconds)

    def autoplayed(self) -> None:
        """A seat went on autoplay."""
        self.autoplays += 1


class _Tallies(Collector):
    """What has been counted."""

    def __init__(self, metrics: Metrics) -> None:
        self._of = metrics

    def collect(self) -> Iterator[Metric]:
        """All of it."""
        what = "Commands of people at tables, by kind and outcome (ok, or the code of the refusal)"
        actions = CounterMetricFamily("dizhu_actions", what, labels=["kind", "code"])
        for labels, count in list(self._of.actions.items()):
            actions.add_metric(labels, count)
        yield actions
        autoplays = self._of.autoplays
        yield CounterMetricFamily("dizhu_autoplay", "Seats that went on autoplay", autoplays)
        for name, (meaning, _) in _TIMES.items():
            buckets, total = self._of.times[name].samples()
            yield HistogramMetricFamily(f"dizhu_{name}_seconds", meaning, buckets, total)
        waits = HistogramMetricFamily(
            "dizhu_matching_wait_seconds", "From looking for a game to a table", labels=["room"]
        )
        for room, times in list(self._of.waits.items()):
            buckets, total = times.samples()
            waits.add_metric([room], buckets, total)
        yield waits


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The numbers of a moment. `gauges`: by name, with what they mean; `tables` by status,
    `waiting` by room, `faults` by kind.
    """

    gauges: dict[str, tuple[str, float]]
    tables: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    store_jobs: int = 0
    store_failures: int = 0


class _Moment(Collector):
    def __init__(self, look: Callable[[], Snapshot]) -> None:
        self._look = look

    def describe(self) -> Iterator[Metric]:
        """Nothing is looked up before the house is open."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """What there is now."""
        now = self._look()
        for name, (what, value) in now.gauges.items():
            yield GaugeMetricFamily(f"dizhu_{name}", what, value)
        yield _gauges("dizhu_tables", "Open tables, by status", "status", now.tables)
        yield _gauges("dizhu_waiting", "People who look for a game", "room", now.waiting)
        faults = CounterMetricFamily("dizhu_faults", "What went wrong", labels=["kind"])
        for kind, count in now.faults.items():
            faults.add_metric([kind], count)
        yield faults
        yield CounterMetricFamily("dizhu_store_jobs", "Jobs stored", now.store_jobs)
        yield CounterMetricFamily("dizhu_store_failures", "Refused writes", now.store_failures)


def _gauges(name: str, what: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, what, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
