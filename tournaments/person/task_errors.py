"""Errors of tasks that ran together, which come in groups."""


def first_error(error: BaseException) -> BaseException:
    """The error itself; of a group the first one in it, however deep."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
