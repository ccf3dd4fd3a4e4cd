"""The errors that end a command of a tournament; referee.errors has their root."""

from collections.abc import Sequence

from referee.errors import RunError, UserError


class NothingPlayedError(UserError):
    """Nothing is kept of the tournament."""


class NotStartedError(UserError):
    """This machine cannot start a bot, whatever the bot is like. Nothing was played."""

    def __init__(self, failed: Sequence[tuple[str, str]]) -> None:
        """Of these entrants, for these reasons; at least one."""
        (name, why), more = failed[0], len(failed) - 1
        others = f", and {more} more entrant{'s' * (more > 1)} likewise" if more else ""
        super().__init__(
            f"{name} cannot be started on this machine: {why}{others}; no match was played."
            " `stych doctor` tells what the machine lacks"
        )


class TournamentFileError(UserError):
    """The tournament file cannot be used; the message says what is wrong where."""


class WorkersDieError(RunError):
    """Worker processes end again and again without playing anything: our fault or the machine's."""


class AlwaysVoidError(RunError):
    """A match was void again and again: there is no use in playing on like this."""
