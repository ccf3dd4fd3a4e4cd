"""One after the other for each key: who waits for the same page waits without a thread."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import anyio
from anyio.to_thread import run_sync

Made = TypeVar("Made")


@dataclass(slots=True)
class _Turn:
    lock: anyio.Lock = field(default_factory=anyio.Lock)
    waiting: int = 0


class Turns:
    """The turns of all keys. There are few threads, and one page that takes long needs one."""

    def __init__(self) -> None:
        self._turns: dict[object, _Turn] = {}

    @asynccontextmanager
    async def of(self, key: object) -> AsyncIterator[None]:
        """Wait for all who came before with the same key, and have its turn in the block."""
        turn = self._turns.setdefault(key, _Turn())
        turn.waiting += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.waiting -= 1
            # Keys come from visitors: none is kept longer than somebody waits.
            if not turn.waiting:
                del self._turns[key]

    async def run(self, key: object, make: Callable[..., Made], *arguments: object) -> Made:
        """What the function makes in a thread, in the turn of the key."""
        async with self.of(key):
            return await run_sync(make, *arguments)
