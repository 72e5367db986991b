"""Storing a decision, however long the disk refuses: nothing is lost, and it is loud."""

import asyncio
import logging

from dizhu.app.health import Health
from dizhu.app.ports import Append, Appended, StorageFailed, Store

log = logging.getLogger(__name__)

STORAGE_WAITS = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Seconds between the tries to store a decision; the last again and again."""


async def stored(store: Store, entry: Append, health: Health) -> Appended:
    """Store it, at last. Raises Conflict, NotEnoughBeans, NotEnoughHeld, CommandReused; then
    nothing was.
    """
    try:
        return await store.append(entry)
    except StorageFailed as error:
        _report(entry, error, health)
    health.storing += 1
    try:
        return await _at_last(store, entry, health)
    finally:
        health.storing -= 1


async def _at_last(store: Store, entry: Append, health: Health) -> Appended:
    waits = iter(STORAGE_WAITS)
    wait = next(waits)
    while True:
        await asyncio.sleep(wait)
        try:
            return await store.append(entry)
        except StorageFailed as error:
            _report(entry, error, health)
            wait = next(waits, wait)


def _report(entry: Append, error: StorageFailed, health: Health) -> None:
    health.count("storage_failures")
    log.error("%s waits for the disk: %s", entry.stream, error)
