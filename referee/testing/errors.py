"""The errors that checks raise."""

from referee.errors import StychError


class CheckError(StychError):
    """A game breaks a promise that every game makes, or a check found nothing to compare.

    The message says what is wrong, and where.
    """


class LeakError(CheckError):
    """A seat was shown something that depends on what it may not know."""
