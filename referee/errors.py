"""The root of the errors by which the parts of this software report to one another and to users.

StychError
  InvalidError     a value, text or file is not what it has to be; it is a ValueError as well
  UserError        the user can put it right: the command prints it and ends with exit code 2
  RunError         the run cannot go on: the command prints it and ends with exit code 1

Other errors, such as VoidError, derive from StychError directly. The SDK and the bridge for bots
that read lines have errors of their own. Errors that never leave their module may have another
root. A user never sees a traceback, unless there is a bug.
"""

from collections.abc import Sequence


class StychError(Exception):
    """The root of these errors; the text is a sentence, or a part that the catcher completes."""


class InvalidError(StychError, ValueError):
    """A value, text or file is not what it has to be; a ValueError for callers who expect that."""


class UserError(StychError):
    """Something that the user can put right; its text is one sentence. Exit code 2."""

    def sentences(self) -> Sequence[str]:
        """All sentences for the user, each for a line; the first is the text of the error."""
        return [str(self)]


class RunError(StychError):
    """A run that cannot go on; its text is one sentence. Exit code 1."""
