"""An agent's seat in one match: its questions and its end as text, and its choices.

The text is made by the code of the person's screen, so an agent is told as much as a person.
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

    def __init__(self, player_names: Names) -> None:
        """`player_names` are the names of all players, by seat."""
        super().__init__(player_names)
        self._notes: list[RenderableType] = []
        """What the next screen shows first."""
        self.text = ""
        """The screen of the last question, with the news since the question before."""
        self.legal: Sequence[str] = ()
        """The legal actions of that question as text; empty when the screen does not list them."""
        self.ending = ""
        """The screen of the end of the match; "" before it."""

    def history(self) -> str:
        """All public events of the match so far, in words; "" before the match begins."""
        return rendered(screen.history(self.match)) if self.match else ""

    def began(self, match: PersonMatch) -> None:
        """Note the game and the seat, which begin the announcement, for the next screen."""
        # The rest is about the clock, which is long enough for agents, and a terminal's keys.
        title, who, *_ = screen.announced(match)
        self._notes += [title, who]

    def unasked(self, match: PersonMatch, decision: pb.Decision, index: int) -> None:
        """Note the action that was taken unasked for the next screen."""
        self._notes += screen.moot_lines(match, decision, index)

    def asked(self, question: OpenQuestion) -> None:
        """Make the screen of the question, with the notes since the last screen."""
        match, decision, seen = question.match, question.decision, question.seen
        self.text = rendered([*self._notes, *screen.question_lines(match, decision, seen)])
        self._notes.clear()
        # The screen does not list hundreds of actions, and says what to write.
        listed = decision.legal_actions if match.view.listed(seen) else ()
        self.legal = tuple(match.game.action_text(action) for action in listed)

    def ended(self, match: PersonMatch, message: pb.MatchOver) -> None:
        """Make the screen of the end of the match."""
        self.ending = rendered([*self._notes, *screen.over(match, message)])

    def opened(self, match: PersonMatch, opening: pb.DealOpening) -> None:
        """Add to the screen of the end whether the opened deal fits its commitment."""
        self.ending = f"{self.ending}{rendered([screen.opened(match.start, opening)])}"

    def choose(self, choice: int | str) -> None:
        """Answer the open question by a number of its list, from 1, or by the text of an action.

        Raises ValueError, with a sentence, when `choice` is no legal action or no question is open.
        The question stays open then.
        """
        question = self.question
        if question is None:
            raise ValueError("nothing is to be decided now")
        if choice in self.legal:
            # The text "6" may be an action and also a number of the list: the action goes first.
            index = self.legal.index(str(choice))
        else:
            text = f"#{choice}" if isinstance(choice, int) else choice
            index = chosen(text, question.match, question.decision, question.seen)
        self.answer(question.number, index)
