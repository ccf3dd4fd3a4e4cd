"""What a check raises."""


class CheckError(Exception):
    """A game breaks a promise of every game; the message says what, where and what was received."""


class LeakError(CheckError):
    """A seat was shown something that depends on what it may not know."""
