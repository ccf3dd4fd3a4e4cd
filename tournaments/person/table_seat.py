"""A seat in one match that is answered from outside: by an agent's calls, or by a person's page.

It is told what a person in the seat would be told, and nothing else.
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
    """From 1; an answer names it, so that no answer is one to another question."""
    match: PersonMatch
    decision: pb.Decision
    seen: Any
    """The observation, as the rules have it."""
    hint: int | None
    """The action that the bot for hints would choose; None where there is none."""
    answer: "asyncio.Future[int]"


class TableSeat:
    """The seat as the conversation with the referee sees it, and as those see it who answer.

    A kind of seat that shows something of its own has the methods `began`, `unasked`, `asked`,
    `ended` and `opened`, which are called when that has happened.
    """

    def __init__(self, known: Names) -> None:
        """`known` are the names of all who play, by seat."""
        self._known = known
        self._asked = 0
        self._moved = asyncio.Event()
        self.match: PersonMatch | None = None
        """The match; None before it has begun."""
        self.question: OpenQuestion | None = None
        """The decision that waits; None while the others think, and at the end."""
        self.over: pb.MatchOver | None = None
        """How the match ended."""
        self.opening: pb.DealOpening | None = None
        """What opens the commitment to the deal; None before the end."""
        self.choices: Choices | None = None
        """What was chosen so far, and what the hints were."""
        self.hints: HintBot | None = None
        """The bot that gives hints, if there is one."""
        self.changed = asyncio.Event()
        """Set when there is a question, or the end."""

    @property
    def names(self) -> Names:
        """The names on the screen, by seat; whoever sits here is called "you"."""
        return self.match.names if self.match else ()

    async def moved(self) -> None:
        """Wait until anything of the seat is another than it is now."""
        await self._moved.wait()

    def move(self) -> None:
        """Tell all who wait in `moved` that something has changed."""
        # Another event for those who wait from now on: each of them is told of each change once.
        before, self._moved = self._moved, asyncio.Event()
        before.set()

    def began(self, match: PersonMatch) -> None:
        """Called when the match has begun."""

    def unasked(self, match: PersonMatch, decision: pb.Decision, index: int) -> None:
        """Called when an action was taken unasked, since no choice could change anything."""

    def asked(self, question: OpenQuestion) -> None:
        """Called when there is a question, before anybody is told of it."""

    def ended(self, match: PersonMatch, message: pb.MatchOver) -> None:
        """Called when the match is over."""

    def opened(self, match: PersonMatch, opening: pb.DealOpening) -> None:
        """Called when the deal was opened."""

    # -- what the conversation calls

    def forget(self) -> None:
        """Forget the match: the stream was lost."""
        self.match = None

    def note(self, response: pb.PlayResponse) -> None:
        """Take note of the match that begins, of its end, and of its opened deal."""
        if self.hints:
            self.hints.note(response)
        for start in response.starts:
            self.match = person_match.begin(start, self._known)
            self.choices = Choices(start.seat)
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
        self.move()

    async def decide(self, decision: pb.Decision) -> int:
        """Wait for an answer. Raises UnknownMessageError."""
        match = self.match
        if match is None or decision.match != match.start.match:
            raise person_match.UnknownMessageError(
                f"the referee asked for a decision in match {decision.match}, which never began"
            )
        seen = person_match.observed(match, decision)
        match.learn(seen, decision.events)
        # Also where nobody is asked, since the bot is to be told all news.
        hint = await self.hints.hint(decision) if self.hints else None
        # As for a person and a language model, so that all seats are asked the same questions.
        if (moot := screen.moot(match, decision, seen)) is not None:
            self.unasked(match, decision, moot)
            return self._noted(decision, moot, None)
        self._asked += 1
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        question = OpenQuestion(self._asked, match, decision, seen, hint, answer)
        self.asked(question)
        # Set last: whoever waits sees a question with all that belongs to it.
        self.question = question
        self.changed.set()
        self.move()
        try:
            return self._noted(decision, await answer, hint)
        finally:
            # Also when the referee goes on without an answer.
            self._close()

    def answer(self, number: int, index: int) -> bool:
        """Answer the question of this number by the index of a legal action.

        False, and nothing is done, when that question is not open any more.
        """
        question = self.question
        # A client that did not hear in time asks again, maybe with an answer to another question.
        # Nor is one whose answer is there already: somebody has left meanwhile.
        if question is None or question.number != number or question.answer.done():
            return False
        self._close()
        question.answer.set_result(index)
        return True

    def _noted(self, decision: pb.Decision, index: int, hint: int | None) -> int:
        if self.choices:
            self.choices.chosen.append(decision.legal_actions[index])
            self.choices.hints.append(hint)
        return index

    def _close(self) -> None:
        self.question = None
        if self.over is None:
            self.changed.clear()
        self.move()
