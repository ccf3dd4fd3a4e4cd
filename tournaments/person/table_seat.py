"""A seat in one match that is answered from outside: by an agent's calls, or by a person's page.

It gets the messages that a person at a terminal would get, and nothing else.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from referee.games.screen import Names
from stych.v1 import referee_pb2 as pb
from tournaments.person import person_match, screen
from tournaments.person.hints import HintBot
from tournaments.person.looking_back import Choices
from tournaments.person.person_match import PersonMatch


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A decision that waits for an answer."""

    number: int
    """From 1. An answer names the number, so that it cannot count for another question."""
    match: PersonMatch
    decision: pb.Decision
    seen: Any
    """The observation, as the game's own type."""
    hint: int | None
    """The action that the bot for hints would choose; None without a hint."""
    answer: "asyncio.Future[int]"
    """Gets the index of a legal action, or LeavesError when the player leaves."""


class TableSeat:
    """The Sitter of a conversation with the referee, with the open question for those who answer.

    Derived classes show the match. They override `began`, `unasked`, `asked`, `ended` and `opened`,
    which do nothing here.
    """

    def __init__(self, player_names: Names) -> None:
        """`player_names` are the names of the players by seat."""
        self._player_names = player_names
        self._asked = 0
        """The number of questions so far."""
        self._next_change = asyncio.Event()
        """Set at the next change, and then replaced."""
        self.match: PersonMatch | None = None
        """The match; None before it has begun."""
        self.question: OpenQuestion | None = None
        """The decision that waits for an answer; None if no decision waits."""
        self.over: pb.MatchOver | None = None
        """How the match ended; None before its end."""
        self.opening: pb.DealOpening | None = None
        """The key and salt that open the commitment to the deal; None before the deal is opened."""
        self.choices: Choices | None = None
        """The choices and hints so far; None before the match has begun."""
        self.hints: HintBot | None = None
        """The bot that gives hints; None for no hints. Set it before the match begins."""
        self.changed = asyncio.Event()
        """Set while there is a question, and for ever after the end."""

    @property
    def names(self) -> Names:
        """What the seats are called, by seat; this one is "you". Empty before the match."""
        return self.match.names if self.match else ()

    async def wait_for_change(self) -> None:
        """Wait for the next change of the match, the question or the deal's opening.

        It may also return without a change, whenever `wake_waiting` is called.
        """
        await self._next_change.wait()

    def wake_waiting(self) -> None:
        """Wake all tasks that wait in `wait_for_change`."""
        # A new event for later calls, which have to wait for the change after this one.
        event, self._next_change = self._next_change, asyncio.Event()
        event.set()

    def began(self, match: PersonMatch) -> None:
        """Called when the match has begun."""

    def unasked(self, match: PersonMatch, decision: pb.Decision, index: int) -> None:
        """Called when an action was taken without asking, since no choice could matter."""

    def asked(self, question: OpenQuestion) -> None:
        """Called with a new question, before it is in `question` and before `changed` is set."""

    def ended(self, match: PersonMatch, message: pb.MatchOver) -> None:
        """Called when the match is over."""

    def opened(self, match: PersonMatch, opening: pb.DealOpening) -> None:
        """Called when the deal was opened."""

    # -- what the conversation calls

    def forget(self) -> None:
        """Forget the match: the stream was lost."""
        self.match = None

    def note(self, response: pb.PlayResponse) -> None:
        """Take note of the match's start, its end, and the opening of its deal.

        Raises UnknownMessageError for a match that this version cannot play.
        """
        if self.hints:
            self.hints.note(response)
        for start in response.starts:
            self.match = person_match.begin(start, self._player_names)
            self.choices = self.match.choices
            self.began(self.match)
        for message in response.overs:
            if self.match:
                self.match.history += message.events
                self.over = message
                self.ended(self.match, message)
                self.changed.set()
        for opening in response.openings:
            if self.match:
                self.opening = opening
                self.opened(self.match, opening)
        self.wake_waiting()

    async def decide(self, decision: pb.Decision) -> int:
        """Wait for an answer; returns the index of the chosen legal action.

        Raises UnknownMessageError for a decision that this version cannot read, and LeavesError
        when the player leaves.
        """
        match = self.match
        if match is None or decision.match != match.start.match:
            raise person_match.UnknownMessageError(
                f"the referee asked for a decision in match {decision.match}, which never began"
            )
        seen = person_match.observed(match, decision)
        match.learn(seen, decision.events)
        # Also where no question follows, since the bot has to be told of every decision.
        hint = await self.hints.hint(decision) if self.hints else None
        # As at the terminal and for a language model: all of them are asked the same questions.
        if (moot := screen.moot(match, decision, seen)) is not None:
            self.unasked(match, decision, moot)
            return match.note_choice(decision, moot, None)
        self._asked += 1
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        question = OpenQuestion(self._asked, match, decision, seen, hint, answer)
        self.asked(question)
        # Set after `asked`, so that a waiting task sees all that the derived class made for it.
        self.question = question
        self.changed.set()
        self.wake_waiting()
        try:
            return match.note_choice(decision, await answer, hint)
        finally:
            # Also when the referee goes on without an answer, which cancels this call.
            self._close()

    # -- what those who answer call

    def answer(self, number: int, index: int) -> bool:
        """Answer the question of this number by the index of a legal action.

        Does nothing and returns False when that question is no longer open.
        """
        question = self.question
        # A client whose request timed out may send it again when another question is open. And a
        # question whose player has left has a result already.
        if question is None or question.number != number or question.answer.done():
            return False
        self._close()
        question.answer.set_result(index)
        return True

    def _close(self) -> None:
        self.question = None
        if self.over is None:
            self.changed.clear()
        self.wake_waiting()
