"""What speaks for a model: asks its endpoint within the budget, waits, and asks nothing twice."""

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
_LONGEST_WAIT: Final = 60.0


class Responder(Protocol):
    """What answers a request: an endpoint."""

    async def ask(self, request: dict[str, Any]) -> Reply:
        """The reply to a request. Raises EndpointError."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A reply, how it came, and what it cost."""

    reply: Reply
    request: str
    """The SHA-256 of the request."""
    kept: bool
    """Whether it was paid for at an earlier beginning of the match."""
    cost: float
    """Dollars that it cost, then or now."""


class ModelClient:
    """The way to one model of a tournament, for all its matches in this process."""

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
        self._kept = kept
        self.settings = settings

    async def ask(self, place: Place, request: dict[str, Any]) -> ModelAnswer:
        """The reply to the request in this place, kept or asked for.

        A failing endpoint is asked again until the patience for it is over. Raises NoAnswerError,
        and sqlite3.Error where answers cannot be kept.
        """
        digest = digest_of(request)
        # Before the budget is looked at: what was paid for costs nothing any more.
        if found := self._kept.find(place, digest):
            return ModelAnswer(found, digest, True, self.settings.cost(found.read, found.written))
        reply = await self._patiently(place.match, request)
        cost = self.settings.cost(reply.read, reply.written)
        self._kept.keep(self._tournament, place, digest, reply, cost)
        return ModelAnswer(reply, digest, False, cost)

    async def _patiently(self, match: str, request: dict[str, Any]) -> Reply:
        until = monotonic() + self.settings.patience_s
        wait = _FIRST_WAIT
        while True:
            # Each time: what failed may have cost something, and others spend meanwhile.
            self._check_budget(match)
            try:
                return await self._endpoint.ask(request)
            except EndpointError as error:
                if any(error.used):
                    cost = self.settings.cost(*error.used)
                    self._kept.count(self._tournament, match, sum(error.used), cost)
                # Not all at the same moment: that is what an overloaded endpoint suffers from.
                pause = max(error.wait or 0.0, wait * (0.5 + Random().random()))
                # A pause that reaches beyond the patience would only be waited for in vain.
                if not error.passing or monotonic() + pause > until:
                    raise
            await asyncio.sleep(pause)
            wait = min(2 * wait, _LONGEST_WAIT)

    def _check_budget(self, match: str) -> None:
        if self._budget.is_open:
            return
        budget = self._budget
        # Read anew each time, since other processes of the run spend of the same budget.
        whole = self._kept.spent(self._tournament)
        _check(whole, budget.cost, budget.tokens, "the tournament", whole=True)
        alone = self._kept.spent_on(self._tournament, match)
        _check(alone, budget.match_cost, budget.match_tokens, "this match", whole=False)


def _check(spent: Spent, cost: float | None, tokens: int | None, of: str, *, whole: bool) -> None:
    prefix = "" if whole else "match_"
    if cost is not None and spent.cost >= cost:
        used = f"{spent.cost:.4f} of {cost:g} dollars"
        raise BudgetError(
            f"the budget of {of} is used up ([budget] {prefix}cost): {used}", whole=whole
        )
    if tokens is not None and spent.tokens >= tokens:
        used = f"{spent.tokens} of {tokens} tokens"
        raise BudgetError(
            f"the budget of {of} is used up ([budget] {prefix}tokens): {used}", whole=whole
        )
