"""Why a model was not heard: its endpoint failed, or its budget is used up. Never its own fault."""

from email.utils import parsedate_to_datetime
from time import time
from typing import Final

from referee.errors import StychError

_WAITED_FOR: Final = frozenset((408, 409, 425, 429))
"""Statuses below 500 of an endpoint that may answer later."""
_OF_CONTENT: Final = frozenset((400, 413, 422))
"""Statuses that refuse one request for what is in it, such as a prompt that is too long."""


class NoAnswerError(StychError):
    """Nothing was heard of the model; the text is a clause about its endpoint or its budget."""


class EndpointError(NoAnswerError):
    """The endpoint did not answer as it has to."""

    def __init__(
        self,
        why: str,
        *,
        passing: bool = True,
        of_request: bool = False,
        wait: float | None = None,
        used: tuple[int, int] = (0, 0),
    ) -> None:
        """`passing`: it may answer later. `wait`: the seconds after which it says it will.

        `of_request`: it may answer others, and not this request. `used` are the tokens read and
        written that have to be paid for all the same.
        """
        super().__init__(why)
        self.passing = passing
        self.of_request = of_request
        self.wait = wait
        self.used = used


class BudgetError(NoAnswerError):
    """The budget is used up: of the whole tournament, or of the match alone."""

    def __init__(self, why: str, *, whole: bool) -> None:
        super().__init__(why)
        self.whole = whole


def of_status(status: int, retry_after: str | None, said: str, length: int) -> EndpointError:
    """The error for an HTTP status that is no success; `said` is what the endpoint wrote.

    `length` has the characters of the prompt.
    """
    more = f": {said}" if said else ""
    if status in _OF_CONTENT:
        words = f"its endpoint refused a prompt of {length:,} characters with status {status}{more}"
        return EndpointError(words, passing=False, of_request=True)
    passing = status in _WAITED_FOR or status >= 500
    words = f"its endpoint answered with status {status}{more}"
    return EndpointError(words, passing=passing, wait=seconds(retry_after))


def seconds(retry_after: str | None) -> float | None:
    """The seconds of a Retry-After header: a number, or a date; None for anything else."""
    if not retry_after:
        return None
    try:
        found = float(retry_after)
    except ValueError:
        try:
            found = parsedate_to_datetime(retry_after).timestamp() - time()
        except (ValueError, OverflowError):
            return None
    # A number that is none, such as nan, is below nothing and above nothing.
    return max(0.0, found) if found < 86_400 * 365 else None
