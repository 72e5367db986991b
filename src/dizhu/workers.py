"""Worker processes that end when the program that began them does, however it ends."""

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, parent_process
from threading import Thread


def pool_of(workers: int) -> ProcessPoolExecutor:
    """So many; after a kill -9 of the program none of them waits for work that never comes."""
    return ProcessPoolExecutor(workers, initializer=_begin)


def _begin() -> None:
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    Thread(target=_end_with, args=([parent.sentinel],), daemon=True).start()


def _end_with(sentinels: Iterable[int]) -> None:
    connection.wait(sentinels)
    os._exit(1)
