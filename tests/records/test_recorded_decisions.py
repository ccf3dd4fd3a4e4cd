"""Decisions rebuilt from a record: a bot is asked again what it was asked, and nothing else."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from referee.conduct import Fault, FaultKind
from referee.errors import UserError
from referee.evidence import Cause
from referee.player import Asker, VoidError
from referee.record import Record
from referee.record_check import verify
from referee.recorded_decisions import recorded_decisions
from referee.rpc.bot_entry import BotEntry
from stych.v1 import referee_pb2 as pb
from tests.records.matches import (
    CRASHED,
    LATE,
    Answer,
    FakeBot,
    FakePlayer,
    failing_after,
    make_plan,
    make_record,
    play,
    uniform,
)
from tournaments.core.fixtures import Block, make_fixture
from tournaments.run import asking
from tournaments.run.asking import Answers, ask_again
from tournaments.run.inquiry import Inquiry, about_decision, about_seat

Asked = tuple[Any, tuple[int, ...], tuple[int, ...]]
"""Observation, legal actions, events: all that a bot is told at a decision."""


class Noting(FakeBot):
    """Stands in for a local bot, and keeps what it was asked in each match."""

    def __init__(
        self, answer: Answer = uniform, *, missing: Fault | None = None, silent: bool = False
    ) -> None:
        super().__init__(answer, missing=missing, silent=silent)
        self.answer, self.missing, self.silent = answer, missing, silent
        self.starts: list[pb.MatchStart] = []
        self.asked: list[list[Asked]] = []
        self.resumed: list[int] = []

    def sit(self, start: pb.MatchStart) -> "NotingPlayer":
        self.starts.append(start)
        self.asked.append([])
        return NotingPlayer(self, Random(start.bot_seed))

    async def __aenter__(self) -> "Noting":
        return self

    async def __aexit__(self, *_: object) -> None:
        """It has nothing to end."""


class NotingPlayer(FakePlayer):
    def __init__(self, bot: Noting, random: Random) -> None:
        super().__init__(bot.answer, random, bot.missing)
        self.silent = bot.silent
        self._bot = bot

    async def ready(self) -> Fault | None:
        self._bot.resumed.append(self.resumed)
        return await super().ready()

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        self._bot.asked[-1].append((observation, tuple(legal), tuple(events)))
        super().ask(observation, legal, events, asker)


def again(monkeypatch: pytest.MonkeyPatch, inquiry: Inquiry, bot: Noting) -> Answers:
    """What the bot answers when it stands in for a local bot."""
    monkeypatch.setattr(asking, "LocalBot", lambda *_: bot)
    noted: list[None] = []
    note = partial(noted.append, None)
    answers = asyncio.run(ask_again(inquiry, cast("BotEntry", None), Path(), None, note))
    # Progress counts what was answered, be it by the bot or by its silence.
    assert len(noted) == sum(map(len, answers.actions.values()))
    return answers


GAMES: dict[str, tuple[str, dict[str, object], tuple[str, ...]]] = {
    "fox": ("fox", {"target": 16}, ("ann", "bob")),
    "the-game": ("the-game", {"players": 3}, ("ann", "bob", "cid")),
    "nase-hra": ("nase-hra", {}, ("ann", "bob", "cid")),
    "korist": ("korist", {}, ("ann", "bob")),
}


def played(game: str, silent: Sequence[bool] = ()) -> tuple[Record, list[Noting]]:
    """A match of the game, and its bots."""
    name, options, names = GAMES[game]
    plan = make_plan(*names, game=name, options=options)
    bots = [Noting(silent=seat < len(silent) and silent[seat]) for seat in range(len(names))]
    match = make_fixture(f"cup/seed/{name}/1", Block(1, names), 0)
    record = play(plan, match, *bots)
    verify(record)
    return record, bots


@pytest.mark.parametrize("game", GAMES)
def test_asked_from_the_start_a_bot_meets_its_match_again(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The same start, observations, legal actions and events: so the same random choices."""
    record, bots = played(game, silent=[False, game == "the-game"])
    for seat, then in enumerate(bots):
        inquiry = about_seat(record, "nobody", seat, times=1)
        now = Noting(silent=then.silent)
        answers = again(monkeypatch, inquiry, now)
        assert now.asked == then.asked
        assert now.starts == then.starts
        assert answers.fault is None
        chosen = {each.number: [each.chosen] for each in inquiry.decisions}
        assert answers.actions == chosen


def test_one_decision_is_asked_as_of_a_bot_that_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is told the events since its decision before, and asked none of its other decisions."""
    record, bots = played("fox")
    own = [each for each in recorded_decisions(record) if each.seat == 1]
    for place, decision in enumerate(own[:12]):
        now = Noting()
        answers = again(
            monkeypatch, about_decision(record, decision.number, times=3, from_start=False), now
        )
        assert now.asked == [[bots[1].asked[0][place]]] * 3
        assert now.resumed == [int(place > 0)] * 3
        seeds = [start.bot_seed for start in now.starts]
        assert seeds[0] == record.seats[1].bot_seed
        assert len(set(seeds)) == 3
        assert len(answers.actions[decision.number]) == 3


def test_what_came_before_is_asked_if_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    record, bots = played("fox")
    decision = [each for each in recorded_decisions(record) if each.seat == 0][9]
    inquiry = about_decision(record, decision.number, times=1, from_start=True)
    now = Noting()
    answers = again(monkeypatch, inquiry, now)
    assert now.asked == [bots[0].asked[0][:10]]
    assert now.resumed == [0]
    assert answers.actions[decision.number] == [decision.chosen]
    assert list(inquiry.shown) == [decision]


def test_the_decision_at_which_a_bot_failed_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    record = make_record(1, 0, FakeBot(failing_after(4)), FakeBot(uniform))
    [fault] = record.faults
    assert fault.at == len(record.actions)
    decision = recorded_decisions(record)[-1]
    assert (decision.number, decision.seat, decision.chosen) == (fault.at, 0, None)
    assert decision.is_own
    assert decision.fault == fault
    answers = again(monkeypatch, about_seat(record, "x", 0, times=1), Noting())
    assert len(answers.actions) == 5
    # A random player goes on where there are more than two seats, which is nobody's choice.
    plan = make_plan("ann", "bob", "cid", game="nase-hra", options={})
    names = ("ann", "bob", "cid")
    match = make_fixture("cup/seed/nase-hra/1", Block(1, names), 0)
    longer = play(plan, match, FakeBot(failing_after(2)), FakeBot(uniform), FakeBot(uniform))
    own = [each for each in recorded_decisions(longer) if each.seat == 0]
    assert [each.is_own for each in own[:4]] == [True, True, True, False]
    assert [each.chosen is None for each in own[:4]] == [False, False, True, True]
    assert own[3].action is not None
    assert len(about_seat(longer, "x", 0, times=1).decisions) == 3


def test_a_fault_ends_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = played("fox")
    inquiry = about_seat(record, "x", 0, times=2)
    numbers = [each.number for each in inquiry.decisions]
    answers = again(monkeypatch, inquiry, Noting(failing_after(3)))
    assert answers.fault is not None
    assert (answers.fault.actions_before, answers.fault.fault) == (numbers[3], LATE)
    assert list(answers.actions) == numbers[:3]
    missing = again(monkeypatch, inquiry, Noting(missing=CRASHED))
    assert missing.actions == {}
    assert missing.fault is not None
    assert (missing.fault.actions_before, missing.fault.fault) == (numbers[0], CRASHED)
    beyond = again(monkeypatch, inquiry, Noting(lambda _, legal: legal)).fault
    assert beyond is not None
    assert beyond.fault.kind is FaultKind.ILLEGAL
    assert "there were" in beyond.fault.text


def test_what_the_machine_did_is_no_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = played("fox")
    failed = LATE.model_copy(update={"cause": Cause.MACHINE})
    with pytest.raises(VoidError, match="did not answer"):
        again(monkeypatch, about_seat(record, "x", 0, times=1), Noting(failing_after(2, failed)))


def test_a_bot_that_never_talks_is_not_asked_what_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = played("the-game")
    inquiry = about_seat(record, "x", 1, times=1)
    words = [each for each in inquiry.decisions if each.silence is not None]
    assert words
    mute = Noting(silent=True)
    answers = again(monkeypatch, inquiry, mute)
    assert len(mute.asked[0]) == len(inquiry.decisions) - len(words)
    assert all(answers.actions[each.number] == [each.silence] for each in words)
    # What it was not asked, it is told with its next decision: nothing is left out or told twice.
    told = [event for _, _, events in mute.asked[0] for event in events]
    asked = [each for each in inquiry.decisions if each.silence is None]
    assert told == list(record.events[: asked[-1].events_before])


def test_what_cannot_be_asked_is_refused() -> None:
    record, _ = played("fox")
    choices = {each.number for each in recorded_decisions(record)}
    forced = next(n for n in range(len(record.actions)) if n not in choices)
    most = len(record.actions) - 1
    for number, words in (
        (forced, "was forced: there was one legal action"),
        (-1, f"are 0 to {most}; received --decision -1"),
        (most + 1, f"are 0 to {most}; received --decision {most + 1}"),
    ):
        with pytest.raises(UserError, match=words):
            about_decision(record, number, times=1, from_start=False)
    for bot, seat, words in (
        ("x", 2, "the seats of this match are 0 to 1; received 2"),
        ("x", None, "a bot called x sat in no seat of match .*: name one with --seat, 0 to 1"),
        ("fake", None, "a bot called fake sat in several seats of"),
    ):
        with pytest.raises(UserError, match=words):
            about_seat(record, bot, seat, times=1)
