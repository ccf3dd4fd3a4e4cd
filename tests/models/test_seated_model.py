"""A model in a seat: its own faults, and those that are not its own."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Fault, FaultKind, Hold
from referee.evidence import Cause
from referee.games.the_game.cards import LOWEST, PACK
from referee.models.failures import EndpointError
from referee.models.kept_answers import KeptAnswers
from referee.models.model_client import ModelClient
from referee.models.reply import Reply
from referee.models.scaffold import ModelView
from referee.models.seated_model import SeatedModel
from referee.models.settings import Budget
from referee.player import Choice
from tests.joining.test_unasked import GAME as THE_GAME
from tests.joining.test_unasked import state_of
from tests.models.sights import Decision, decision, settings
from tests.models.test_model_client import Scripted

GOOD = Reply(text='{"move": "#2"}', read=100, written=10)
PROSE = Reply(text="the second", read=100, written=10)


class Noting(Scripted):
    """A scripted endpoint that keeps all requests."""

    def __init__(self, *script: Reply | EndpointError) -> None:
        super().__init__(*script)
        self.requests: list[dict[str, Any]] = []

    async def ask(self, request: dict[str, Any]) -> Reply:
        self.requests.append(request)
        return await super().ask(request)


class Asker:
    """What a table is to a player."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[Choice | Fault] = loop.create_future()
        self.delayed = asyncio.Event()

    def answered(self, answer: Choice | Fault) -> None:
        self.answer.set_result(answer)

    def not_ready(self) -> None:
        raise AssertionError("a model is always ready")

    def delay_over(self) -> None:
        self.delayed.set()


def asked(
    folder: Path,
    endpoint: Scripted,
    own: Decision,
    times: int = 1,
    budget: Budget | None = None,
    **more: Any,
) -> tuple[list[Choice | Fault], SeatedModel]:
    """What comes of asking for the decision."""

    async def run() -> tuple[list[Choice | Fault], SeatedModel]:
        kept = KeptAnswers(folder)
        client = ModelClient(
            "cup", settings(patience_s=0, **more), budget or Budget(), endpoint, kept
        )
        seated = SeatedModel(client, own.sight.game, "m", own.sight.seat, 7)
        found = []
        for _ in range(times):
            asker = Asker()
            seated.ask(own.seen, own.legal, own.sight.history, asker)
            found.append(await asyncio.wait_for(asker.answer, 60))
        kept.close()
        return found, seated

    return asyncio.run(run())


FOX = decision("fox")


def test_a_choice_and_its_evidence(tmp_path: Path) -> None:
    [found], seated = asked(tmp_path, Noting(PROSE, GOOD), FOX, input_price=1, output_price=1)
    assert isinstance(found, Choice)
    assert found.index == 1
    [tries] = seated.decisions
    assert [each.verdict for each in tries] == ["unreadable", "good"]
    assert [each.answer for each in tries] == [PROSE.text, GOOD.text]
    assert tries[0].prompt != tries[1].prompt
    assert sum(each.cost for each in tries) == pytest.approx(220e-6)


def test_no_choice_after_all_tries_is_its_own_fault(tmp_path: Path) -> None:
    endpoint = Noting(PROSE, Reply(text='{"move": "#999"}'), PROSE, GOOD)
    [found], _ = asked(tmp_path, endpoint, FOX, tries=3)
    assert isinstance(found, Fault)
    assert (found.kind, found.cause, found.hold) == (FaultKind.ILLEGAL, Cause.BOT, None)
    assert found.text == "chose no legal action in 3 answers: 1 illegal, 2 unreadable"
    assert found.evidence.words == PROSE.text
    assert endpoint.asked == 3


@pytest.mark.parametrize(
    "useless",
    [
        PROSE,
        Reply(text='{"move": "#999"}', read=100, written=10),
        Reply(text='{"move": "#1"', finish="length", read=100, written=10),
        Reply(refusal="I do not gamble", read=100, written=10),
        Reply(called_tool=True, read=100, written=10),
    ],
    ids=["unreadable", "illegal", "truncated", "refusal", "tool call"],
)
def test_useless_answers_are_paid_for_and_stop_at_the_budget(
    tmp_path: Path, useless: Reply
) -> None:
    endpoint = Noting(*[useless] * 10)
    budget = Budget(match_tokens=220)
    [found], seated = asked(tmp_path, endpoint, FOX, tries=10, budget=budget)
    assert isinstance(found, Fault)
    assert (found.cause, found.hold and found.hold.whole) == (Cause.MACHINE, False)
    assert "220 of 220 tokens" in found.text
    assert endpoint.asked == len(seated.decisions[0]) == 2


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (EndpointError("busy"), 30),
        (EndpointError("busy", wait=99.0), 30),
        (EndpointError("status 401", passing=False), None),
    ],
)
def test_a_failing_endpoint_is_never_its_fault(
    tmp_path: Path, error: EndpointError, seconds: float | None
) -> None:
    [found], _ = asked(tmp_path, Noting(error), FOX)
    assert isinstance(found, Fault)
    assert found.cause is Cause.MACHINE
    assert found.hold is not None
    assert (found.hold.whole, found.hold.seconds) == (True, seconds)
    assert found.hold.stated == (error.wait or 0.0)


def test_a_refused_prompt_holds_this_match_only(tmp_path: Path) -> None:
    error = EndpointError("too long", passing=False, of_request=True)
    endpoint = Noting(PROSE, error)
    [found], _ = asked(tmp_path, endpoint, FOX)
    assert isinstance(found, Fault)
    assert (found.cause, found.hold) == (Cause.MACHINE, Hold(whole=False, all_after=5))
    assert endpoint.asked == 2


def test_answers_that_cannot_be_kept_are_the_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(KeptAnswers, "keep", full)
    [found], _ = asked(tmp_path, Noting(GOOD), FOX)
    assert isinstance(found, Fault)
    assert (found.cause, found.hold) == (Cause.MACHINE, None)
    assert "disk is full" in found.text


def test_a_bug_of_the_referee_is_the_referees(tmp_path: Path) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    endpoint = Noting(GOOD)
    endpoint.ask = broken  # type: ignore[assignment]
    [found], _ = asked(tmp_path, endpoint, FOX)
    assert isinstance(found, Fault)
    assert found.cause is Cause.REFEREE


def test_requests_have_what_the_settings_say(tmp_path: Path) -> None:
    endpoint = Noting(GOOD)
    own: dict[str, Any] = {"temperature": 0.5, "seeded": True}
    own["limit_key"] = "max_completion_tokens"
    asked(tmp_path, endpoint, FOX, extra={"reasoning_effort": "low"}, max_tokens=77, **own)
    [request] = endpoint.requests
    assert request["temperature"] == 0.5
    assert 0 <= request["seed"] < 2**31
    assert request["max_completion_tokens"] == 77
    assert request["extra_body"] == {"reasoning_effort": "low"}
    assert "max_tokens" not in request


def test_notes_are_shown_at_the_next_decision(tmp_path: Path) -> None:
    noted = Reply(text=json.dumps({"move": "#1", "notes": "B7 is out " + "x" * 5_000}))
    endpoint = Noting(noted, GOOD)
    asked(tmp_path, endpoint, FOX, times=2, scaffold="notes")
    second = endpoint.requests[1]["messages"][1]["content"]
    assert "B7 is out" in second
    assert second.count("x" * 100) < 25, "they are cut"


def test_what_everybody_knows_to_be_no_choice_costs_nothing(tmp_path: Path) -> None:
    # All cards are placed: no flag can change anything.
    state = state_of(*range(LOWEST, LOWEST + PACK))
    sight = ModelView(THE_GAME, state.seat)
    own = Decision(sight, state.observe(state.seat), state.legal_actions(), ())
    endpoint = Noting()
    [found], seated = asked(tmp_path, endpoint, own)
    assert isinstance(found, Choice)
    assert own.legal[found.index] == sight.view.moot(own.seen)
    assert not endpoint.asked
    assert seated.decisions == [()]


def test_forced_moves_are_delayed_after_the_first_answer(tmp_path: Path) -> None:
    async def run() -> None:
        kept = KeptAnswers(tmp_path)
        client = ModelClient("cup", settings(), Budget(), Noting(GOOD), kept)
        seated = SeatedModel(client, FOX.sight.game, "m", 0, 7)
        assert not seated.delay_forced_move(Asker()), "nothing is known of its speed yet"
        asker = Asker()
        seated.ask(FOX.seen, FOX.legal, (), asker)
        await asyncio.wait_for(asker.answer, 60)
        assert seated.delay_forced_move(asker)
        await asyncio.wait_for(asker.delayed.wait(), 60)
        kept.close()

    asyncio.run(run())


def test_a_match_that_is_given_up_leaves_no_question(tmp_path: Path) -> None:
    class Hanging(Noting):
        async def ask(self, request: dict[str, Any]) -> Reply:
            await asyncio.Event().wait()
            raise AssertionError

    async def run() -> bool:
        kept = KeptAnswers(tmp_path)
        seated = SeatedModel(
            ModelClient("cup", settings(), Budget(), Hanging(), kept), FOX.sight.game, "m", 0, 7
        )
        asker = Asker()
        seated.ask(FOX.seen, FOX.legal, (), asker)
        await asyncio.sleep(0)
        assert seated.waited_ms() is not None
        seated.annul()
        assert seated._task is not None
        await asyncio.wait({seated._task})
        kept.close()
        return seated._task.cancelled() and not asker.answer.done()

    assert asyncio.run(run())
