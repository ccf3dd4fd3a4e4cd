"""The errors that end a command of a tournament; referee.errors has their root."""

import errno
import os
from collections.abc import Sequence
from typing import Final

from referee.errors import RunError, UserError
from tournaments.core.words import how_many

_REMEDIES: Final = {
    os.strerror(errno.EMFILE): "allow more open files (ulimit -n)",
    os.strerror(errno.ENFILE): "end programs that have many files open",
    os.strerror(errno.ENOSPC): "make room on the disk (df -h)",
    os.strerror(errno.EDQUOT): "make room on the disk (quota)",
}
"""What helps in a shortage, by the system's words for it."""


_MOST_PROBLEMS: Final = 10
"""Problems of a tournament file that are told at once."""


class NothingPlayedError(UserError):
    """The data folder keeps nothing of the tournament, so there is nothing to show."""


class NotStartedError(UserError):
    """This machine cannot start a bot, whatever the bot is like. Nothing was played."""

    def __init__(self, failed: Sequence[tuple[str, str]]) -> None:
        """`failed` has entrants and why each cannot be started; at least one."""
        # One reason in full: on a machine that lacks something most entrants fail alike.
        (name, why), more = failed[0], len(failed) - 1
        others = f", and {how_many(more, 'more entrant')} likewise" if more else ""
        super().__init__(
            f"{name} cannot be started on this machine: {why}{others}; no match was played."
            " `stych doctor` tells what the machine lacks"
        )


class NotAsSavedError(RunError):
    """What is kept of a tournament is not what its journal says was saved."""


class NoWorkersError(UserError):
    """Worker processes end, or do not begin, before every bot was started. Nothing was played."""

    def __init__(self, why: str, *, is_shortage: bool) -> None:
        """`why` is a clause; a shortage is told with what may be allowed."""
        remedy = "`stych doctor` tells what the machine lacks"
        if is_shortage:
            known = (allowed for words, allowed in _REMEDIES.items() if words in why)
            remedy = next(known, "allow more processes and more memory (ulimit -u, ulimit -v)")
        super().__init__(f"no match was played: {why}; {remedy}")


class TournamentFileError(UserError):
    """The tournament file cannot be used; the text says what is wrong first, and where."""

    def __init__(self, *problems: str) -> None:
        """`problems` are all that was found, a sentence each; at least one."""
        super().__init__(problems[0])
        self._problems = problems

    def sentences(self) -> Sequence[str]:
        """The problems, and how many there are beyond the first ten."""
        more = len(self._problems) - _MOST_PROBLEMS
        beyond = [f"and {how_many(more, 'problem')} more"] if more > 0 else []
        return [*self._problems[:_MOST_PROBLEMS], *beyond]


class WorkersDieError(RunError):
    """Worker processes end again and again without playing anything.

    That is the fault of the referee or the machine, never a bot's.
    """


class HeldError(RunError):
    """All matches that are left need something outside of this machine that failed."""

    def __init__(self, reasons: Sequence[str], *, goes_on: bool = True) -> None:
        """`reasons` says of whom and why, a clause each; `goes_on`: the next run plays on."""
        self.reasons = reasons
        then = "with all answers that were paid for, and the next run goes on"
        if not goes_on:
            then = "but does not go on: the same command begins a new series"
        super().__init__(
            f"the matches that are left cannot be played now: {'; '.join(reasons)}. What was played"
            f" is kept, {then}"
        )


class AlwaysVoidError(RunError):
    """Matches were void again and again, so playing on would never end."""

    def __init__(self, what: str, why: str, then: str) -> None:
        """`what` was void how often, `why` the last time, and `then` what becomes of the rest."""
        super().__init__(f"{what}, the last time because {why}; {then}")
