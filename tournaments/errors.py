"""The errors that end a command: a sentence for the user, and an exit code."""


class UserError(Exception):
    """Something that the user can put right; its text is one sentence. Exit code 2."""


class NothingPlayedError(UserError):
    """Nothing is kept of the tournament."""


class NotStartedError(UserError):
    """This machine cannot start a bot, whatever the bot is like. Nothing was played."""


class TournamentFileError(ValueError):
    """The tournament file cannot be used; the message says what is wrong where. Exit code 2."""


class WorkersDieError(Exception):
    """Worker processes end again and again without playing anything: our fault or the machine's.

    Exit code 1.
    """


class AlwaysVoidError(Exception):
    """A match was void again and again: there is no use in playing on like this. Exit code 1."""
