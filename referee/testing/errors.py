"""The errors that checks raise."""

from referee.errors import StychError


class CheckError(StychError):
    """A game breaks a promise that every game makes; the message says which one, and where."""


class LeakError(CheckError):
    """A seat was shown something that depends on what it may not know."""
