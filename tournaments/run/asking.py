"""Asks a bot recorded decisions again, by the protocol of any match, and confined as in one."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from referee.conduct import Fault, illegal_choice
from referee.evidence import Cause
from referee.player import Choice, SeatFault, VoidError
from referee.recorded_decisions import RecordedDecision
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.rpc.local_bot import LocalBot
from referee.rpc.seated_bot import SeatedBot
from tournaments.run.inquiry import Inquiry


@dataclass(slots=True)
class Answers:
    """What a bot answered to an inquiry."""

    actions: dict[int, list[int]] = field(default_factory=dict)
    """By the number of a decision: the action that the bot chose in each match that reached it."""
    fault: SeatFault | None = None
    """The fault of the bot that ended the inquiry; None when there was none."""


async def ask_again(
    inquiry: Inquiry,
    entry: BotEntry,
    output: Path,
    confining: Confining | None,
    note: Callable[[], None] = lambda: None,
) -> Answers:
    """Start the bot, ask it in `inquiry.times` matches, or until its first fault, and end it.

    What the bot prints goes to the folder `output`. Without `confining` the bot is not confined.
    `note` is called after each decision without a fault. Raises VoidError when the machine failed
    and not the bot, and OSError when the bot's folders or its socket cannot be made.
    """
    record, answers = inquiry.record, Answers()
    async with LocalBot(entry, record.game, record.conduct, output, confining) as bot:
        for number in range(inquiry.times):
            seated = bot.sit(inquiry.start(number))
            # With 1, the announcement of the match says that it is under way.
            seated.resumed = int(inquiry.is_resumed)
            answers.fault = await _one_match(inquiry, seated, answers, note)
            if answers.fault:
                break
            # The bot is told of a void and not of a result: the match was not played to an end.
            seated.annul()
    return answers


async def _one_match(
    inquiry: Inquiry, seated: SeatedBot, answers: Answers, note: Callable[[], None]
) -> SeatFault | None:
    """Ask all decisions in one match; returns the fault that ended it, None for none."""
    if fault := await seated.ready():
        return _blamed(inquiry.decisions[0], fault)
    events_told = inquiry.told
    for decision in inquiry.decisions:
        # As at a table: a bot that never talks is not asked what to say, and gets no news then.
        if decision.silence is not None and seated.silent:
            action = decision.silence
        else:
            news = inquiry.record.events[events_told : decision.events_before]
            events_told = decision.events_before
            answer = await _answer(seated, decision, news)
            if isinstance(answer, Fault):
                return _blamed(decision, answer)
            action = answer
        answers.actions.setdefault(decision.number, []).append(action)
        note()
    return None


async def _answer(
    seated: SeatedBot, decision: RecordedDecision, news: Sequence[int]
) -> int | Fault:
    """The action that the bot chooses, or its fault."""
    answer: Choice | Fault | None = None
    while answer is None:
        asker = _Asker()
        seated.ask(decision.observation, decision.legal, news, asker)
        answer = await asker.answer or await seated.ready()
    if isinstance(answer, Fault):
        return answer
    if not 0 <= answer.index < len(decision.legal):
        return illegal_choice(answer.index, len(decision.legal))
    return decision.legal[answer.index]


def _blamed(decision: RecordedDecision, fault: Fault) -> SeatFault:
    """The fault with its seat and decision. Raises VoidError when the bot did not cause it."""
    seat_fault = SeatFault(decision.seat, decision.number, fault)
    if fault.cause is not Cause.BOT:
        raise VoidError(seat_fault)
    return seat_fault


class _Asker:
    """Takes the answer to one question; it is None when the question has to be asked again."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[Choice | Fault | None] = (
            asyncio.get_running_loop().create_future()
        )

    def answered(self, answer: Choice | Fault) -> None:
        """Take the answer, unless the future was cancelled in the meantime."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def not_ready(self) -> None:
        """Have the question asked again, once the bot is ready."""
        if not self.answer.done():
            self.answer.set_result(None)

    def delay_over(self) -> None:
        """Do nothing: an inquiry has no forced moves."""
