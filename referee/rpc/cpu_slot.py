"""Limits how many bots think at the same time, so that none is slow because of the others."""

import asyncio


class CpuSlot:
    """A bot's right to think, one of those that the semaphore has; without one it always may.

        free --begin--> (waits) --> held --end--> free

    Invariant: the semaphore is released exactly once for each time that it was acquired. So `end`
    may be called at any time, also when nothing is held.
    """

    def __init__(self, slots: asyncio.Semaphore | None) -> None:
        self._slots = slots
        self._is_held = False

    async def begin(self) -> None:
        """Wait for a slot, unless one is held."""
        if self._slots and not self._is_held:
            await self._slots.acquire()
            self._is_held = True

    def end(self) -> None:
        """Leave the slot to another bot, if it is held."""
        # Checked, as several things end a bot's thinking: an answer, idleness, the session's end.
        if self._slots and self._is_held:
            self._is_held = False
            self._slots.release()
