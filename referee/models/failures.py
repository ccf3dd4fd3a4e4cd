"""Errors for a model that gave no answer: its endpoint failed, or the budget is used up.

Neither is a fault of the model.
"""

from email.utils import parsedate_to_datetime
from time import time
from typing import Final

from referee.errors import StychError

_WAITED_FOR: Final = frozenset((408, 409, 425, 429))
"""Statuses below 500 after which the endpoint may answer later."""
_OF_CONTENT: Final = frozenset((400, 413, 422))
"""Statuses that refuse one request for what is in it, such as a prompt that is too long."""


class NoAnswerError(StychError):
    """The model gave no answer; the text is a clause about its endpoint or the budget."""


class EndpointError(NoAnswerError):
    """The endpoint gave no answer that can be used."""

    def __init__(
        self,
        why: str,
        *,
        passing: bool = True,
        of_request: bool = False,
        wait: float | None = None,
        used: tuple[int, int] = (0, 0),
    ) -> None:
        """`passing` says that the endpoint may answer the same request later.

        `of_request` says that it refused this request and may answer others. `wait` is the number
        of seconds after which it wants to be asked again, None if it names none. `used` are the
        tokens read and written that have to be paid for in spite of the failure.
        """
        super().__init__(why)
        self.passing = passing
        self.of_request = of_request
        self.wait = wait
        self.used = used


class BudgetError(NoAnswerError):
    """The budget is used up: that of the tournament (`whole`), or that of one match."""

    def __init__(self, why: str, *, whole: bool) -> None:
        super().__init__(why)
        self.whole = whole


def status_error(status: int, retry_after: str | None, message: str, length: int) -> EndpointError:
    """The error for an HTTP status that is no success.

    `retry_after` is the header Retry-After, None if there is none. `message` is the endpoint's, or
    "". `length` is the number of characters of the prompt.
    """
    more = f": {message}" if message else ""
    if status in _OF_CONTENT:
        words = f"its endpoint refused a prompt of {length:,} characters with status {status}{more}"
        return EndpointError(words, passing=False, of_request=True)
    passing = status in _WAITED_FOR or status >= 500
    words = f"its endpoint answered with status {status}{more}"
    return EndpointError(words, passing=passing, wait=seconds_to_wait(retry_after))


def seconds_to_wait(retry_after: str | None) -> float | None:
    """The wait that a Retry-After header asks for, as a number of seconds or as a date.

    0 for a date that is over, and for a number below 0. None without a header, for any other text,
    and from a year on.
    """
    if not retry_after:
        return None
    try:
        delay = float(retry_after)
    except ValueError:
        try:
            delay = parsedate_to_datetime(retry_after).timestamp() - time()
        except (ValueError, OverflowError):
            return None
    # nan compares as False, so it gives None.
    return max(0.0, delay) if delay < 86_400 * 365 else None
