"""Measurements for Prometheus (docs/operations.md has the list)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

FAST = (0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1)
"""Seconds: what is done in the process."""
DISK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
WAITS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0)


class Metrics:
    """`app.meters.Meters`, and what is looked up when somebody asks."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._actions = Counter(
            "dizhu_actions",
            "Commands of people at tables, by kind and outcome (ok, or the code of the refusal)",
            ("kind", "code"),
            registry=registry,
        )
        self._autoplay = Counter("dizhu_autoplay", "Seats that went on autoplay", registry=registry)
        self._decide = self._times("decide", "Deciding what a command makes happen", FAST)
        self._commit = self._times("commit", "From a decision until it is stored", DISK)
        self._broadcast = self._times("broadcast", "Giving news to all connections", FAST)
        self._store = self._times("store_commit", "A transaction of the store", DISK)
        self._matching = Histogram(
            "dizhu_matching_wait_seconds",
            "From looking for a game to a table",
            ("room",),
            buckets=WAITS,
            registry=registry,
        )
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)

    def _times(self, name: str, what: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"dizhu_{name}_seconds", what, buckets=buckets, registry=self.registry)

    def watch(self, look: Callable[[], "Snapshot"]) -> None:
        """Where the numbers of the moment come from."""
        self.registry.register(_Moment(look))

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self.registry)

    # --- the meters ---

    def acted(self, kind: str, code: str) -> None:
        """A person's command at a table."""
        self._actions.labels(kind, code).inc()

    def decided(self, seconds: float) -> None:
        """A decision."""
        self._decide.observe(seconds)

    def committed(self, seconds: float) -> None:
        """It was stored."""
        self._commit.observe(seconds)

    def told(self, seconds: float) -> None:
        """It was told."""
        self._broadcast.observe(seconds)

    def matched(self, room: str, seconds: float) -> None:
        """Somebody got a table."""
        self._matching.labels(room).observe(seconds)

    def autoplayed(self) -> None:
        """A seat went on autoplay."""
        self._autoplay.inc()

    def stored(self, seconds: float) -> None:
        """A transaction of the store; from its own thread."""
        self._store.observe(seconds)


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
