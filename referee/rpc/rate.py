"""A bound on how often somebody may do something."""

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
        self._at = clock()

    def take(self) -> bool:
        """Whether it may be done once more now; a refusal does not count against the rate."""
        now = self._clock()
        self._level = max(0.0, self._level - (now - self._at) * self.a_second)
        self._at = now
        if self._level + 1 > self.most:
            return False
        self._level += 1
        return True
