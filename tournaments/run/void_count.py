"""How often matches were void in a run: when one is played alone, and when the run ends."""

from collections import Counter
from typing import Final

from tournaments.core.errors import AlwaysVoidError
from tournaments.core.voids import Void

# A busy machine may spoil a match now and then; one that always does is out of order.
_VOIDS_OF_A_MATCH: Final = 5
# It may have been the load of other matches, so there are tries left for when they are over.
_VOIDS_AMONG_OTHERS: Final = 3


class VoidCount:
    """The voids of each match in one run."""

    def __init__(self) -> None:
        self._voids = Counter[str]()

    def note(self, void: Void) -> bool:
        """Count a void; returns whether its match is to be played alone from now on.

        Raises AlwaysVoidError at the fifth void of a match.
        """
        self._voids[void.match] += 1
        times = self._voids[void.match]
        if times >= _VOIDS_OF_A_MATCH:
            then = "what was played is kept, and the next run goes on"
            raise AlwaysVoidError(void.match, times, void.text, then)
        return times >= _VOIDS_AMONG_OTHERS
