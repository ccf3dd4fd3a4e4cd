"""Asks a model's endpoint within the budget, and again after failures.

A question whose answer was saved is not asked again.
"""

import asyncio
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Final, Protocol

from referee.models.failures import BudgetError, EndpointError
from referee.models.kept_answers import KeptAnswers, Place, Spent, digest_of
from referee.models.reply import Reply
from referee.models.settings import Budget, ModelSettings

_FIRST_WAIT: Final = 1.0
"""Seconds, on average, from the first failure to the next call; doubled after each failure."""
_LONGEST_WAIT: Final = 60.0
"""The most seconds, on average, to which this wait grows."""


class Responder(Protocol):
    """Answers requests, as an endpoint does."""

    async def ask(self, request: dict[str, Any]) -> Reply:
        """The reply to a request. Raises EndpointError."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A reply with what it cost, and whether it was saved before."""

    reply: Reply
    request: str
    """The SHA-256 of the request."""
    kept: bool
    """Whether the reply was saved and paid for before, when the match was begun earlier."""
    cost: float
    """The dollars that it cost, now or before."""


class ModelClient:
    """Asks one model of a tournament in one match; ModelBots makes a client for each match."""

    def __init__(
        self,
        tournament: str,
        settings: ModelSettings,
        budget: Budget,
        endpoint: Responder,
        kept: KeptAnswers,
    ) -> None:
        self._tournament = tournament
        self._budget = budget
        self._endpoint = endpoint
        self._answers = kept
        self.settings = settings

    async def ask(self, place: Place, request: dict[str, Any]) -> ModelAnswer:
        """The reply to the request in this place: the saved one, or a new one that is saved.

        After failures that may pass, the endpoint is asked again for `patience_s` seconds. Raises
        NoAnswerError, and sqlite3.Error when answers cannot be read or saved.
        """
        digest = digest_of(request)
        # Before the budget is checked, since a saved answer costs nothing more.
        if saved := self._answers.find(place, digest):
            return ModelAnswer(saved, digest, True, self.settings.cost(saved.read, saved.written))
        reply = await self._ask_patiently(place.match, request)
        cost = self.settings.cost(reply.read, reply.written)
        self._answers.keep(self._tournament, place, digest, reply, cost)
        return ModelAnswer(reply, digest, False, cost)

    async def _ask_patiently(self, match: str, request: dict[str, Any]) -> Reply:
        """Ask the endpoint, and again after passing failures. Raises as `ask` does."""
        until = monotonic() + self.settings.patience_s
        wait = _FIRST_WAIT
        while True:
            # Checked each time: a failure may have cost something, and other processes spend too.
            self._check_budget(match)
            try:
                return await self._endpoint.ask(request)
            except EndpointError as error:
                if any(error.used):
                    cost = self.settings.cost(*error.used)
                    self._answers.count(self._tournament, match, sum(error.used), cost)
                # Drawn at random, so that not all processes ask an overloaded endpoint at once.
                pause = max(error.wait or 0.0, wait * (0.5 + Random().random()))
                # After a pause that ends beyond the patience nothing would be asked any more.
                if not error.passing or monotonic() + pause > until:
                    raise
            await asyncio.sleep(pause)
            wait = min(2 * wait, _LONGEST_WAIT)

    def _check_budget(self, match: str) -> None:
        """Raises BudgetError when a limit of the tournament or of the match is reached."""
        if self._budget.is_unlimited:
            return
        budget = self._budget
        # Read anew each time, since other processes of the run spend from the same budget.
        in_all = self._answers.spent(self._tournament)
        _check(in_all, budget.cost, budget.tokens, "the tournament", whole=True)
        in_match = self._answers.spent_on(self._tournament, match)
        _check(in_match, budget.match_cost, budget.match_tokens, "this match", whole=False)


def _check(
    spent: Spent, cost: float | None, tokens: int | None, owner: str, *, whole: bool
) -> None:
    """Raise BudgetError when one of the limits is reached; None is no limit.

    `owner` names the tournament or the match whose limits they are.
    """
    prefix = "" if whole else "match_"
    if cost is not None and spent.cost >= cost:
        used = f"{spent.cost:.4f} of {cost:g} dollars"
        raise BudgetError(
            f"the budget of {owner} is used up ([budget] {prefix}cost): {used}", whole=whole
        )
    if tokens is not None and spent.tokens >= tokens:
        used = f"{spent.tokens} of {tokens} tokens"
        raise BudgetError(
            f"the budget of {owner} is used up ([budget] {prefix}tokens): {used}", whole=whole
        )
