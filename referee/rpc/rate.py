"""How often somebody may do something."""

import time
from collections.abc import Callable


class Rate:
    """A bucket that leaks: so many at once, and so many a second for as long as one likes."""

    def __init__(
        self, most: int, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.a_second = a_second
        self._clock = clock
        self._level = 0.0
        self._at = clock()

    def take(self) -> bool:
        """Once more. False when that is too often; it does not count then."""
        now = self._clock()
        self._level = max(0.0, self._level - (now - self._at) * self.a_second)
        self._at = now
        if self._level + 1 > self.most:
            return False
        self._level += 1
        return True
