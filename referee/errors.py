"""The root of all errors that are defined here; every other one is a fault of the program.

StychError
  InvalidError     what was given is not what it has to be; a ValueError as well
  UserError        the user can put it right: the command tells it and ends with exit code 2
  RunError         the run cannot go on: the command tells it and ends with exit code 1
"""

from collections.abc import Sequence


class StychError(Exception):
    """The root of all errors here.

    The text is one sentence, or what stands after a colon in one.
    """


class InvalidError(StychError, ValueError):
    """What was given is not what it has to be; a ValueError for callers who expect that."""


class UserError(StychError):
    """Something that the user can put right; its text is one sentence. Exit code 2."""

    def sentences(self) -> Sequence[str]:
        """All that the user is told, a line each; its text is the first."""
        return [str(self)]


class RunError(StychError):
    """A run that cannot go on; its text is one sentence. Exit code 1."""
