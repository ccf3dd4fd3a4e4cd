"""The errors that checks raise."""

from referee.errors import StychError


class CheckError(StychError):
    """A game breaks a promise of every game; the message says what, where and what was received."""


class LeakError(CheckError):
    """A seat was shown something that depends on what it may not know."""
