"""Limits how many bots think at the same time, so that they do not slow one another down."""

import asyncio


class CpuSlot:
    """The slot that a bot needs to be sent a batch; the semaphore says how many slots there are.

        not held --begin--> waiting for a slot --> held --end--> not held

    Without a semaphore there is no limit, and both methods do nothing.

    Invariant: the semaphore is released exactly once for each time that it was acquired. So `end`
    may be called at any time, also when the slot is not held. It does not end a wait in `begin`.
    """

    def __init__(self, slots: asyncio.Semaphore | None) -> None:
        self._slots = slots
        self._is_held = False

    async def begin(self) -> None:
        """Wait for a slot, unless it is held already."""
        if self._slots and not self._is_held:
            await self._slots.acquire()
            self._is_held = True

    def end(self) -> None:
        """Give the slot back, for another bot, if it is held."""
        # It may be given back already: an answer, idleness and the session's end all call this.
        if self._slots and self._is_held:
            self._is_held = False
            self._slots.release()
