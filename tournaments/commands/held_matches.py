"""Plays several tournaments of one command, also when failed services hold matches of some."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tournaments.commands.console import err, say
from tournaments.core.errors import HeldError


@dataclass
class HeldMatches:
    """Plays tournaments, and collects why matches wait: services of some entrants have failed."""

    reasons: list[str] = field(default_factory=list)
    """A clause for each entrant whose matches are held, in each tournament."""

    def play(self, tournaments: Iterable[Callable[[], bool]]) -> bool:
        """Play one tournament after the other; True at the end, False as soon as one was stopped.

        Each of `tournaments` plays one, and returns False when it was stopped. A HeldError is noted
        in `reasons`, and the next tournament is played.
        """
        for play_tournament in tournaments:
            try:
                if not play_tournament():
                    return False
            except HeldError as error:
                # Raised in `check`: other divisions may be played without the entrants that failed.
                self.reasons += error.reasons
        return True

    def check(self, *, stopped: bool, goes_on: bool = True) -> None:
        """Raise HeldError if matches are held; when the command was `stopped`, only print it.

        `goes_on`: whether the next run plays these matches.
        """
        # The same entrant may have failed in several divisions.
        error = HeldError([*dict.fromkeys(self.reasons)], goes_on=goes_on)
        if self.reasons and not stopped:
            raise error
        if self.reasons:
            say(err, f"stych: {error}")
