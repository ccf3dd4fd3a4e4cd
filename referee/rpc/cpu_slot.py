"""Who may think: so many bots at once, that none is slow because the others are thinking too."""

import asyncio


class CpuSlot:
    """One of those who share the places; without places it may always think."""

    def __init__(self, places: asyncio.Semaphore | None) -> None:
        self._places = places
        self._thinks = False

    async def begin(self) -> None:
        """Wait for a place, if it has none."""
        if self._places and not self._thinks:
            await self._places.acquire()
            self._thinks = True

    def end(self) -> None:
        """Leave the place to another, if it has one."""
        if self._places and self._thinks:
            self._thinks = False
            self._places.release()
