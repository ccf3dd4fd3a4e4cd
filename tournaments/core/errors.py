"""Errors of tournaments that end a command; referee.errors has their roots."""

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
"""By the system's words for a shortage: the advice."""
_MOST_PROBLEMS: Final = 10
"""How many problems of a file are listed at once."""


class NothingPlayedError(UserError):
    """The data folder has nothing of the tournament, so there is nothing to show."""


class NotStartedError(UserError):
    """This machine cannot start a bot, and the bot is not the reason. Nothing was played."""

    def __init__(self, failed: Sequence[tuple[str, str]]) -> None:
        """`failed` are pairs of an entrant and why it cannot be started; at least one."""
        # One reason is enough: on a machine that lacks something, most entrants fail alike.
        (name, why), more = failed[0], len(failed) - 1
        others = f", and {how_many(more, 'more entrant')} likewise" if more else ""
        super().__init__(
            f"{name} cannot be started on this machine: {why}{others}; no match was played."
            " `stych doctor` tells what the machine lacks"
        )


class NotAsSavedError(RunError):
    """The saved matches or definitions of a tournament are not those of its journal."""


class NoWorkersError(UserError):
    """Worker processes ended or did not begin before all bots were started. Nothing was played."""

    def __init__(self, why: str, *, is_shortage: bool) -> None:
        """`why` is a clause. If it `is_shortage`, the message advises what to allow or to free."""
        remedy = "`stych doctor` tells what the machine lacks"
        if is_shortage:
            advice = (each for words, each in _REMEDIES.items() if words in why)
            remedy = next(advice, "allow more processes and more memory (ulimit -u, ulimit -v)")
        super().__init__(f"no match was played: {why}; {remedy}")


class TournamentFileError(UserError):
    """A tournament file or a league file cannot be used; the text is its first problem."""

    def __init__(self, *problems: str) -> None:
        """`problems` are all problems of the file, as sentences; at least one."""
        super().__init__(problems[0])
        self._problems = problems

    def sentences(self) -> Sequence[str]:
        """The first ten problems, and a line with the number of the others, if there are any."""
        more = len(self._problems) - _MOST_PROBLEMS
        last_line = [f"and {how_many(more, 'problem')} more"] if more > 0 else []
        return [*self._problems[:_MOST_PROBLEMS], *last_line]


class WorkersDieError(RunError):
    """Processes that play or check matches died or cannot be started, or the lobby failed.

    The referee or the machine is the cause, never a bot.
    """


class HeldError(RunError):
    """All matches that are left need a service outside of this machine, which failed."""

    def __init__(self, reasons: Sequence[str], *, goes_on: bool = True) -> None:
        """`reasons` are clauses, each of which says whose matches wait, and why.

        `goes_on` says whether the next run plays the matches that are left.
        """
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
        """Three clauses of the message.

        `what` says which matches were void, and how often; `why` is the reason of the last void;
        `then` says what becomes of the run.
        """
        super().__init__(f"{what}, the last time because {why}; {then}")
