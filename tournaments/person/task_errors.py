"""Errors of tasks that ran together, which come in groups."""


def first_error(error: BaseException) -> BaseException:
    """The error itself, or the first error in a group, at any depth of nested groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
