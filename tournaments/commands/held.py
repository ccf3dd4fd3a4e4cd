"""Several tournaments of one command are played on when matches of one of them cannot be."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tournaments.commands.console import err, say
from tournaments.core.errors import HeldError


@dataclass
class HeldMatches:
    """Why matches of some tournaments are left to the next run: an entrant's service failed."""

    reasons: list[str] = field(default_factory=list)

    def play(self, each: Iterable[Callable[[], bool]]) -> bool:
        """Play one after the other, whatever is held in some; False once one was stopped."""
        for one in each:
            try:
                if not one():
                    return False
            except HeldError as error:
                # Told in the end: the matches of other divisions may need nobody who is held.
                self.reasons += error.reasons
        return True

    def check(self, *, stopped: bool, goes_on: bool = True) -> None:
        """Raise HeldError if anything was held; of what was stopped anyway only say so."""
        # The same entrant fails in each division.
        found = HeldError([*dict.fromkeys(self.reasons)], goes_on=goes_on)
        if self.reasons and not stopped:
            raise found
        if self.reasons:
            say(err, f"stych: {found}")
