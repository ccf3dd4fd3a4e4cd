"""An agent's seat in one match: what it is shown, what it is asked, what it chose.

It is told what a person in the seat would be told, by the code of the person's screen.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from referee.games.screen import Names
from stych.v1 import referee_pb2 as pb
from tournaments.commands.agents.rendering import rendered
from tournaments.person import person_match, screen
from tournaments.person.person import chosen
from tournaments.person.person_match import PersonMatch


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A decision that waits for the agent."""

    number: int
    """From 1; the agent names it with its choice, so that no choice answers another question."""
    text: str
    """The person's screen of it."""
    legal: tuple[str, ...]
    """The legal actions as they are written; empty where the screen lists none."""
    match: PersonMatch
    decision: pb.Decision
    seen: Any
    answer: "asyncio.Future[int]"


class AgentSeat:
    """The seat as the conversation with the referee sees it, and as the tools see it."""

    def __init__(self, known: Names) -> None:
        """`known` are the names of all who play, by seat."""
        self._known = known
        self._match: PersonMatch | None = None
        self._notes: list[RenderableType] = []
        self._asked = 0
        self.question: OpenQuestion | None = None
        """The decision that waits; None while the others think, and at the end."""
        self.over: pb.MatchOver | None = None
        """How the match ended."""
        self.changed = asyncio.Event()
        """Set when there is a question, or the end."""
        self.ending = ""
        """What the screen shows of the end."""

    @property
    def names(self) -> Names:
        """The names on the screen, by seat; the agent is called "you"."""
        return self._match.names if self._match else ()

    def history(self) -> str:
        """All public events of the match so far, in words."""
        return rendered(screen.history(self._match)) if self._match else ""

    def forget(self) -> None:
        """Forget the match: the stream was lost."""
        self._match = None

    def note(self, response: pb.PlayResponse) -> None:
        """Take note of the match that begins, of its end, and of its opened deal."""
        for start in response.starts:
            self._match = person_match.begin(start, self._known)
            self._notes += _announced(self._match)
        for message in response.overs:
            if self._match:
                self._match.history += message.events
                self._end(message, screen.over(self._match, message))
        for opening in response.openings:
            if self._match:
                told = screen.opened(self._match.start, opening)
                self.ending = f"{self.ending}{rendered([told])}"

    async def decide(self, decision: pb.Decision) -> int:
        """Wait for the agent's choice. Raises UnknownMessageError."""
        match = self._match
        if match is None or decision.match != match.start.match:
            raise person_match.UnknownMessageError(
                f"the referee asked for a decision in match {decision.match}, which never began"
            )
        seen = person_match.observed(match, decision)
        match.learn(seen, decision.events)
        # As for a person and a language model, so that all seats are asked the same questions.
        if (unasked := screen.moot(match, decision, seen)) is not None:
            self._notes += screen.unasked(match, decision, unasked)
            return unasked
        self._asked += 1
        parts = [*self._notes, *screen.asked(match, decision, seen)]
        self._notes.clear()
        # Where there are hundreds the screen lists none, and says what to write.
        listed = decision.legal_actions if match.view.listed(seen) else ()
        legal = tuple(match.game.action_text(action) for action in listed)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        text = rendered(parts)
        question = OpenQuestion(self._asked, text, legal, match, decision, seen, answer)
        self.question = question
        self.changed.set()
        try:
            return await answer
        finally:
            # Also when the referee goes on without an answer.
            self._close()

    def choose(self, choice: int | str) -> None:
        """Answer the open question: a number is one of its list, a text is that of an action.

        Raises ValueError with a sentence when that chooses nothing, and the question stays open.
        """
        question = self.question
        if question is None:
            raise ValueError("nothing is to be decided now")
        if choice in question.legal:
            # A text such as 6 may be an action and a number of the list: here it is the action.
            index = question.legal.index(str(choice))
        else:
            text = f"#{choice}" if isinstance(choice, int) else choice
            index = chosen(text, question.match, question.decision, question.seen)
        self._close()
        question.answer.set_result(index)

    def _close(self) -> None:
        self.question = None
        if self.over is None:
            self.changed.clear()

    def _end(self, message: pb.MatchOver, parts: Iterable[RenderableType]) -> None:
        self.over = message
        self.ending = rendered([*self._notes, *parts])
        self.changed.set()


def _announced(match: PersonMatch) -> list[RenderableType]:
    """The announcement of a match without its last lines, about keys that an agent has not."""
    title, who, *_ = screen.announced(match)
    return [title, who]
