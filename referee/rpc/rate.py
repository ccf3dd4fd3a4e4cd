"""A bound on how often something may be done, such as the calls of one client."""

import time
from collections.abc import Callable


class Rate:
    """A leaky bucket: `most` times at once, and `a_second` times a second as a sustained rate."""

    def __init__(
        self, most: int, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.a_second = a_second
        self._clock = clock
        self._level = 0.0
        self._updated_at = clock()

    def take(self) -> bool:
        """Whether it may be done once more now; it counts as done only if it may."""
        now = self._clock()
        self._level = max(0.0, self._level - (now - self._updated_at) * self.a_second)
        self._updated_at = now
        if self._level + 1 > self.most:
            return False
        self._level += 1
        return True
