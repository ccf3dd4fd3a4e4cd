"""An agent's seat in one match: what it is shown, what it is asked, what it chose.

It is told what a person in the seat would be told, by the code of the person's screen.
"""

from collections.abc import Sequence

from rich.console import RenderableType

from referee.games.screen import Names
from stych.v1 import referee_pb2 as pb
from tournaments.commands.agents.rendering import rendered
from tournaments.person import screen
from tournaments.person.person import chosen
from tournaments.person.person_match import PersonMatch
from tournaments.person.table_seat import OpenQuestion, TableSeat


class AgentSeat(TableSeat):
    """The seat with what the person's screen would show, as text."""

    def __init__(self, known: Names) -> None:
        """`known` are the names of all who play, by seat."""
        super().__init__(known)
        self._notes: list[RenderableType] = []
        self.text = ""
        """The person's screen of the open question."""
        self.legal: Sequence[str] = ()
        """Its legal actions as they are written; empty where the screen lists none."""
        self.ending = ""
        """What the screen shows of the end."""

    def history(self) -> str:
        """All public events of the match so far, in words."""
        return rendered(screen.history(self.match)) if self.match else ""

    def began(self, match: PersonMatch) -> None:
        """Announce the match with the next question, without lines about keys of a terminal."""
        title, who, *_ = screen.announced(match)
        self._notes += [title, who]

    def unasked(self, match: PersonMatch, decision: pb.Decision, index: int) -> None:
        """Tell of it with the next question."""
        self._notes += screen.unasked(match, decision, index)

    def asked(self, question: OpenQuestion) -> None:
        """Make the screen of the question."""
        match, decision, seen = question.match, question.decision, question.seen
        self.text = rendered([*self._notes, *screen.asked(match, decision, seen)])
        self._notes.clear()
        # Where there are hundreds the screen lists none, and says what to write.
        listed = decision.legal_actions if match.view.listed(seen) else ()
        self.legal = tuple(match.game.action_text(action) for action in listed)

    def ended(self, match: PersonMatch, message: pb.MatchOver) -> None:
        """Make the screen of the end."""
        self.ending = rendered([*self._notes, *screen.over(match, message)])

    def opened(self, match: PersonMatch, opening: pb.DealOpening) -> None:
        """Add whether the deal was that of the commitment."""
        self.ending = f"{self.ending}{rendered([screen.opened(match.start, opening)])}"

    def choose(self, choice: int | str) -> None:
        """Answer the open question: a number is one of its list, a text is that of an action.

        Raises ValueError with a sentence when that chooses nothing, and the question stays open.
        """
        question = self.question
        if question is None:
            raise ValueError("nothing is to be decided now")
        if choice in self.legal:
            # A text such as 6 may be an action and a number of the list: here it is the action.
            index = self.legal.index(str(choice))
        else:
            text = f"#{choice}" if isinstance(choice, int) else choice
            index = chosen(text, question.match, question.decision, question.seen)
        self.answer(question.number, index)
