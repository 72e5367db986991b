"""Plays the deals of a match, on several cores; the results do not depend on how many."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from dizhu.arena.formats import format_called
from dizhu.arena.match import DealResult, play_deal
from dizhu.arena.players import Player, player_called
from dizhu.arena.saved import Terms, load, save

CHUNK = 5
SAVE_SECONDS = 5.0

Progress = Callable[[int], None]


def play_match(
    terms: Terms, deals: int, jobs: int, state: Path | None, progress: Progress
) -> list[DealResult]:
    """The results of the deals 0..deals-1, in their order; `progress` hears how many are done.

    Raises PlayerError, StateError, RulesetError, BadAnswer.
    """
    results = load(state, terms) if state else []
    if state:  # a file that cannot be written is told now, not after the first deals
        save(state, terms, results)
    done = {r.deal for r in results}
    progress(sum(d < deals for d in done))
    saved = monotonic()
    try:
        for more in _played(terms, [d for d in range(deals) if d not in done], jobs):
            results += more
            progress(sum(r.deal < deals for r in results))
            if state and monotonic() - saved > SAVE_SECONDS:
                save(state, terms, results)
                saved = monotonic()
    finally:
        results.sort(key=lambda r: r.deal)
        if state:
            save(state, terms, results)
    return [r for r in results if r.deal < deals]


def _played(terms: Terms, deals: list[int], jobs: int) -> Iterator[list[DealResult]]:
    chunks = [deals[i : i + CHUNK] for i in range(0, len(deals), CHUNK)]
    if jobs == 1 or len(chunks) < 2:
        yield from _here(terms, chunks)
        return
    for player in _players(terms):  # one that cannot be had is told here, not in every worker
        player.close()
    workers, (reading, writing) = min(jobs, len(chunks)), Pipe(duplex=False)
    begin = (terms, reading, writing)
    with reading, writing, ProcessPoolExecutor(workers, None, _begin, begin) as pool:
        try:
            for future in as_completed([pool.submit(_chunk, terms, c) for c in chunks]):
                yield future.result()
        except BaseException:
            writing.close()
            pool.shutdown(cancel_futures=True)
            raise


def _here(terms: Terms, chunks: Iterable[list[int]]) -> Iterator[list[DealResult]]:
    players = _players(terms)
    try:
        for chunk in chunks:
            yield _play(terms, chunk, players)
    finally:
        for player in players:
            player.close()


_mine: dict[Terms, tuple[Player, Player]] = {}
"""The players of this worker process: engines are started once."""


def _begin(terms: Terms, reading: Connection, writing: Connection) -> None:
    from multiprocessing import util

    # The pool terminates its workers when one of them ends; none may before its engines have.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    writing.close()
    players = _mine[terms] = _players(terms)
    util.Finalize(None, _close, (players,), exitpriority=10)
    Thread(target=_end_with_match, args=(players, reading), daemon=True).start()


def _end_with_match(players: tuple[Player, Player], reading: Connection) -> None:
    """End this worker and its engines at once when the match is broken off or killed: then the
    only end to write to that pipe is closed.
    """
    reading.poll(None)
    try:
        _close(players)
    finally:
        os._exit(1)


_closing = Lock()
"""Who ends a worker, its main thread or the one that listens: the other waits till it is done."""


def _close(players: tuple[Player, Player]) -> None:
    with _closing:
        for player in players:
            player.close()


def _chunk(terms: Terms, deals: list[int]) -> list[DealResult]:
    return _play(terms, deals, _mine[terms])


def _players(terms: Terms) -> tuple[Player, Player]:
    first = player_called(terms.a)
    try:
        return (first, player_called(terms.b))
    except BaseException:
        first.close()
        raise


def _play(terms: Terms, deals: list[int], players: tuple[Player, Player]) -> list[DealResult]:
    form = format_called(terms.ruleset)
    return [play_deal(form, terms.seed, deal, players) for deal in deals]
