"""The root of all errors that this project defines; a traceback of any other error shows a bug.

StychError
  InvalidError     a value, text or file is not what it has to be; it is a ValueError as well
  UserError        the user can put it right: the command prints it and ends with exit code 2
  RunError         the run cannot go on: the command prints it and ends with exit code 1
"""

from collections.abc import Sequence


class StychError(Exception):
    """The root of all errors of this project.

    The text is one sentence, or a part of one: by default the part after a colon.
    """


class InvalidError(StychError, ValueError):
    """A value, text or file is not what it has to be; a ValueError for callers who expect that."""


class UserError(StychError):
    """Something that the user can put right; its text is one sentence. Exit code 2."""

    def sentences(self) -> Sequence[str]:
        """All sentences that the user is told, a line each; the first is the text of the error."""
        return [str(self)]


class RunError(StychError):
    """A run that cannot go on; its text is one sentence. Exit code 1."""
