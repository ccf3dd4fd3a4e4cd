"""A lock for each key, for which coroutines wait without occupying a thread."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import anyio
from anyio.to_thread import run_sync

Result = TypeVar("Result")


@dataclass(slots=True)
class _CountedLock:
    lock: anyio.Lock = field(default_factory=anyio.Lock)
    users: int = 0
    """Coroutines that hold the lock or wait for it."""


class KeyedLocks:
    """The locks of all keys. A lock exists only while a coroutine holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: dict[object, _CountedLock] = {}

    @asynccontextmanager
    async def hold(self, key: object) -> AsyncIterator[None]:
        """Hold the lock of the key in the block; waiters get it first come, first served."""
        counted = self._locks.setdefault(key, _CountedLock())
        counted.users += 1
        try:
            async with counted.lock:
                yield
        finally:
            counted.users -= 1
            # Visitors choose the keys, so unused locks would fill the memory.
            if not counted.users:
                del self._locks[key]

    async def run(self, key: object, make: Callable[..., Result], *arguments: object) -> Result:
        """Call `make` in a thread, under the lock of the key, and return its result."""
        # The pool of threads is small: a hundred requests for one slow page must not fill it.
        async with self.hold(key):
            return await run_sync(make, *arguments)
