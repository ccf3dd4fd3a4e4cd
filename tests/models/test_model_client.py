"""A model is asked within its budget, is waited for, and is asked nothing twice."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.models.failures import BudgetError, EndpointError
from referee.models.kept_answers import FILE, KeptAnswers, Place, Spent, digest_of
from referee.models.model_client import ModelAnswer, ModelClient
from referee.models.reply import Reply
from referee.models.settings import Budget
from tests.models.sights import settings

REQUEST = {"model": "stub", "messages": []}
PRICED = {"input_price": 1.0, "output_price": 10.0}


class Scripted:
    """An endpoint that does one thing after the other, and in the end always answers "more"."""

    def __init__(self, *script: Reply | EndpointError) -> None:
        self.script = list(script)
        self.asked = 0

    async def ask(self, request: dict[str, Any]) -> Reply:
        self.asked += 1
        found = self.script.pop(0) if self.script else Reply(text="more", read=100, written=10)
        if isinstance(found, EndpointError):
            raise found
        return found


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptAnswers]:
    found = KeptAnswers(tmp_path)
    yield found
    found.close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which take no time."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr("referee.models.model_client.asyncio.sleep", sleep)
    return found


def place(match: str = "m", attempt: int = 0) -> Place:
    return Place(match, 0, 0, attempt)


def ask(
    endpoint: Scripted, kept: KeptAnswers, where: Place, budget: Budget | None = None, **more: Any
) -> ModelAnswer:
    own = ModelClient("cup", settings(**PRICED, **more), budget or Budget(), endpoint, kept)
    return asyncio.run(own.ask(where, REQUEST))


def test_the_same_question_of_the_same_match_is_not_asked_twice(
    kept: KeptAnswers, tmp_path: Path
) -> None:
    endpoint = Scripted(Reply(text="first", read=1000, written=100))
    first = ask(endpoint, kept, place())
    # Another process finds it as well.
    other = KeptAnswers(tmp_path)
    again = ask(endpoint, other, place())
    other.close()
    assert (first.reply, again.reply) == (Reply(text="first", read=1000, written=100),) * 2
    assert (first.kept, again.kept) == (False, True)
    assert first.cost == again.cost == pytest.approx(0.002)
    assert endpoint.asked == 1
    assert kept.spent("cup") == Spent(1100, 0.002)
    assert (tmp_path / FILE).exists()


def test_another_match_and_another_try_are_asked_anew(kept: KeptAnswers) -> None:
    endpoint = Scripted()
    for where in (place(), place("n"), place(attempt=1)):
        assert not ask(endpoint, kept, where).kept
    assert endpoint.asked == 3


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})


def test_a_failing_endpoint_is_waited_for(kept: KeptAnswers, waits: list[float]) -> None:
    endpoint = Scripted(*[EndpointError("busy")] * 4, EndpointError("busy", wait=99.0))
    assert ask(endpoint, kept, place(), patience_s=1000).reply.text == "more"
    assert len(waits) == 5
    assert waits[4] == 99.0, "as long as it says itself"
    assert all(0.5 * 2**n <= wait <= 1.5 * 2**n for n, wait in enumerate(waits[:4]))


def test_patience_ends(kept: KeptAnswers, waits: list[float]) -> None:
    with pytest.raises(EndpointError, match="busy"):
        ask(Scripted(EndpointError("busy", wait=50.0)), kept, place(), patience_s=10)
    assert not waits, "it would have been too long"
    refused = Scripted(EndpointError("status 401", passing=False))
    with pytest.raises(EndpointError, match="401"):
        ask(refused, kept, place(), patience_s=1000)
    assert refused.asked == 1


@pytest.mark.parametrize(
    ("budget", "words", "whole"),
    [
        (Budget(cost=0.0001), r"the tournament .*\[budget\] cost.*0.0002 of 0.0001 dollars", True),
        (Budget(tokens=110), r"the tournament .*\[budget\] tokens.*110 of 110 tokens", True),
        (Budget(match_cost=0.0001), r"this match .*match_cost", False),
        (Budget(match_tokens=100), r"this match .*match_tokens", False),
    ],
)
def test_budgets(kept: KeptAnswers, budget: Budget, words: str, whole: bool) -> None:
    endpoint = Scripted()
    ask(endpoint, kept, place(), budget)
    with pytest.raises(BudgetError, match=words) as found:
        ask(endpoint, kept, place(attempt=1), budget)
    assert found.value.whole is whole
    assert endpoint.asked == 1
    assert ask(endpoint, kept, place(), budget).kept, "what was paid for is there all the same"
    if not whole:
        assert not ask(endpoint, kept, place("n"), budget).kept


def test_what_failed_and_was_paid_for_all_the_same_ends_the_budget_between_two_calls(
    kept: KeptAnswers, waits: list[float]
) -> None:
    endpoint = Scripted(*[EndpointError("no chat completion", used=(1000, 100))] * 10)
    with pytest.raises(BudgetError, match=r"0\.0060 of 0\.005 dollars"):
        ask(endpoint, kept, place(), Budget(cost=0.005), patience_s=1000)
    assert endpoint.asked == 3
    spent = kept.spent_on("cup", "m")
    assert spent.tokens == 3300
    assert spent.cost == pytest.approx(0.006)


def test_what_other_matches_spend_during_a_wait_is_seen_before_the_next_call(
    kept: KeptAnswers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sleep(_: float) -> None:
        kept.count("cup", "n", 500, 0.0)

    monkeypatch.setattr("referee.models.model_client.asyncio.sleep", sleep)
    endpoint = Scripted(*[EndpointError("busy")] * 10)
    with pytest.raises(BudgetError, match="1000 of 1000 tokens"):
        ask(endpoint, kept, place(), Budget(tokens=1000), patience_s=1000)
    assert endpoint.asked == 2


def test_a_tournament_that_begins_anew_asks_and_counts_anew(kept: KeptAnswers) -> None:
    endpoint = Scripted()
    ask(endpoint, kept, place())
    kept.count("other", "n", 500, 0.0)
    kept.forget("cup")
    assert kept.spent("cup") == Spent()
    assert kept.spent("other").tokens == 500
    assert not ask(endpoint, kept, place()).kept


def test_what_cannot_be_forgotten_stays_and_hinders_nothing(
    kept: KeptAnswers, tmp_path: Path
) -> None:
    endpoint = Scripted()
    ask(endpoint, kept, place())
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute(
            "CREATE TRIGGER failing BEFORE DELETE ON spent BEGIN SELECT RAISE(FAIL, 'no'); END"
        )
    with pytest.raises(sqlite3.Error, match="no"):
        kept.forget("cup")
    assert ask(endpoint, kept, place()).kept
    assert not ask(endpoint, kept, place("n")).kept
