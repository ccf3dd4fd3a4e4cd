"""The errors that end a command: a sentence for the user, and an exit code."""

from collections.abc import Sequence


class UserError(Exception):
    """Something that the user can put right; its text is one sentence. Exit code 2."""


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


class TournamentFileError(ValueError):
    """The tournament file cannot be used; the message says what is wrong where. Exit code 2."""


class WorkersDieError(Exception):
    """Worker processes end again and again without playing anything: our fault or the machine's.

    Exit code 1.
    """


class AlwaysVoidError(Exception):
    """A match was void again and again: there is no use in playing on like this. Exit code 1."""
