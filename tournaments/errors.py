"""The one error that ends a command: a sentence for the user, exit code 2."""


class UserError(Exception):
    """Something that the user can put right; its text is one sentence."""


class NothingPlayedError(UserError):
    """Nothing is kept of the tournament."""
