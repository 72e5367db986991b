"""The server with a stopwatch: from reading an action to the last frame of its outcome written.

Started by `benchmarks.server_load`; says at its end, as JSON, what it measured.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import statistics
import sys
import time
from collections import deque
from typing import Any

from dizhu.app.acting import Acting
from dizhu.bootstrap import Server
from dizhu.bootstrap.config import config_from
from dizhu.server.connection import Connection
from dizhu.server.hub import Hub


class Stopwatch:
    """Puts itself around the few functions through which every action goes."""

    def __init__(self) -> None:
        self.read: dict[str, float] = {}
        self.begun: float | None = None
        self.queued: list[float] = []
        self.sent: list[float] = []
        self.lags: list[float] = []
        self.pauses: list[float] = []

    def reset(self) -> None:
        """From now on."""
        for measured in (self.queued, self.sent, self.lags, self.pauses):
            measured.clear()

    def install(self) -> None:
        self._around_reading()
        self._around_telling()
        self._around_sending()

    def _around_reading(self) -> None:
        act = Acting.act

        async def timed(acting: Acting, key: Any, table_id: str, *rest: Any) -> None:
            self.read.setdefault(table_id, time.perf_counter())
            await act(acting, key, table_id, *rest)

        Acting.act = timed  # type: ignore[method-assign, assignment]

    def _around_telling(self) -> None:
        changed = Hub.table_changed

        def timed(hub: Hub, update: Any) -> None:
            self.begun = self.read.pop(update.table.table_id, None)
            changed(hub, update)
            if self.begun is not None:
                self.queued.append(time.perf_counter() - self.begun)
            self.begun = None

        Hub.table_changed = timed  # type: ignore[method-assign, assignment]

    def _around_sending(self) -> None:
        send, write = Connection.send, Connection.write
        stamps: dict[Connection, deque[float | None]] = {}

        def stamped(link: Connection, frame: bytes, *, of_table: bool = False) -> None:
            stamps.setdefault(link, deque()).append(self.begun)
            send(link, frame, of_table=of_table)

        async def written(link: Connection) -> None:
            ws = link._ws  # noqa: SLF001 - measured from within
            ws_send = ws.send_frame

            async def timed(*frame: Any) -> None:
                await ws_send(*frame)
                begun = stamps[link].popleft()
                if begun is not None:
                    self.sent.append(time.perf_counter() - begun)

            ws.send_frame = timed  # type: ignore[method-assign, assignment]
            await write(link)
            stamps.pop(link, None)

        Connection.send = stamped  # type: ignore[method-assign, assignment]
        Connection.write = written  # type: ignore[method-assign, assignment]

    async def watch_the_loop(self) -> None:
        """How late the event loop is."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(0.01)
            self.lags.append(time.perf_counter() - begun - 0.01)

    def watch_the_collector(self) -> None:
        """How long the garbage collector stops everything."""
        begun = 0.0

        def called(phase: str, _info: dict[str, int]) -> None:
            nonlocal begun
            if phase == "start":
                begun = time.perf_counter()
            else:
                self.pauses.append(time.perf_counter() - begun)

        gc.callbacks.append(called)

    def report(self) -> dict[str, Any]:
        return {
            "actions": len(self.queued),
            "to_last_frame_queued_ms": quantiles(self.queued),
            "to_frame_written_ms": quantiles(self.sent),
            "loop_late_ms": quantiles(self.lags),
            "collector_ms": quantiles(self.pauses),
        }


def quantiles(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=1000)
    named = {"p50": cuts[499], "p99": cuts[989], "p99.9": cuts[998], "worst": max(seconds)}
    return {name: round(value * 1000, 2) for name, value in named.items()}


async def main() -> None:
    watch = Stopwatch()
    watch.install()
    watch.watch_the_collector()
    server = Server(config_from(os.environ, {}))
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, watch.reset)
    await server.start()
    late = asyncio.create_task(watch.watch_the_loop())
    print(f"dizhu is ready: http://127.0.0.1:{server.port}", flush=True)
    await stop.wait()
    late.cancel()
    report = watch.report() | {"errors": dict(server.health.counts)}
    await server.stop()
    print(json.dumps(report), flush=True)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
