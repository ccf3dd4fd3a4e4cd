"""The person's side of matches: takes the referee's messages, asks the person, returns answers.

There is no network in this file, so that it can be tested with texts.
"""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, RenderableType

from referee.errors import StychError
from referee.games.answers import choose
from referee.games.screen import Names
from referee.text import printable
from stych.v1 import referee_pb2 as pb
from tournaments.person import person_match, screen
from tournaments.person.hints import HintBot
from tournaments.person.lines import Keyboard
from tournaments.person.looking_back import Choices
from tournaments.person.person_match import PersonMatch


class LeavesError(StychError):
    """The person wants to leave the table."""


class NoMoreInputError(LeavesError):
    """The input has ended, so that no answer can come any more."""


class Person:
    """All matches of one person, one stream at a time, in the terminal."""

    def __init__(
        self,
        console: Console,
        lines: Keyboard,
        *,
        echo: bool,
        confirm: bool = False,
        player_names: Names = (),
        hints: HintBot | None = None,
    ) -> None:
        """With `echo` the lines that were read are printed, for an output that does not show them.

        With `confirm` an action can be taken back before it is sent. `player_names` are by seat,
        the same in every match; empty if they are not known. With `hints` each question comes with
        a hint.
        """
        self._console = console
        self._lines = lines
        self._echo = echo
        self._confirm = confirm
        self._player_names = player_names
        self._hints = hints
        self.choices: list[Choices] = []
        """What was chosen and hinted in each match of all streams, in the order of their starts."""
        self._matches: dict[int, PersonMatch] = {}
        """The matches that are not over, by number."""
        # Kept apart from the matches, since a deal may be opened long after its match.
        self._starts: dict[int, pb.MatchStart] = {}

    def forget(self) -> None:
        """Forget all matches: the stream was lost, and the next one numbers them anew."""
        self._matches.clear()
        self._starts.clear()

    def note(self, response: pb.PlayResponse) -> None:
        """Show the matches that begin or end, and the deals that are opened.

        Raises UnknownMessageError for a match that this version cannot play.
        """
        if self._hints:
            self._hints.note(response)
        for start in response.starts:
            match = person_match.begin(start, self._player_names)
            self._matches[start.match] = match
            self._starts[start.match] = start
            self.choices.append(match.choices)
            self._show(screen.announced(match))
        for message in response.overs:
            if ended := self._matches.pop(message.match, None):
                ended.history += message.events
                self._show(screen.over(ended, message))
        for opening in response.openings:
            if opened := self._starts.pop(opening.match, None):
                self._console.print(screen.opened(opened, opening))

    async def decide(self, decision: pb.Decision) -> int:
        """Ask the person, if there is a choice; returns the index of the chosen legal action.

        Raises LeavesError when the person leaves or the input ends, and UnknownMessageError for a
        decision that this version cannot read.
        """
        match = self._matches.get(decision.match)
        if match is None:
            raise person_match.UnknownMessageError(
                f"the referee asked for a decision in match {decision.match}, which never began"
            )
        seen = person_match.observed(match, decision)
        match.learn(seen, decision.events)
        # Also where the person is not asked, since the bot has to be told of every decision.
        hint = await self._hints.hint(decision) if self._hints else None
        if (moot := screen.moot(match, decision, seen)) is not None:
            self._show(screen.moot_lines(match, decision, moot))
            return match.note_choice(decision, moot, None)
        # Keys that were typed ahead would answer a question that the person has not seen.
        self._lines.discard()
        self._show(screen.question_lines(match, decision, seen))
        if self._hints:
            self._console.print(screen.hinted(match, hint))
        while True:
            text = await self._ask("> ")
            index = await self._answer(text, match, decision, seen)
            if index is None:
                continue
            if not self._confirm or await self._confirmed(match, decision.legal_actions[index]):
                return match.note_choice(decision, index, hint)
            self._show(screen.choices(match, decision, seen))

    async def _confirmed(self, match: PersonMatch, action: int) -> bool:
        """Whether the person wants to send the action; asks again until the answer is clear."""
        while True:
            self._lines.discard()
            answer = await self._ask(screen.confirmation(match, action))
            if answer.strip().lower() in ("", "y", "yes"):
                return True
            if answer.strip().lower() in ("u", "undo", "n", "no"):
                return False

    async def _answer(
        self, text: str, match: PersonMatch, decision: pb.Decision, seen: Any
    ) -> int | None:
        """The index that the text chooses; None after a command or an error, which is shown.

        Raises LeavesError when the person leaves.
        """
        command = text.strip().lower()
        if command == "?":
            self._show(screen.help_text(match))
        elif command == "h":
            self._show(screen.history(match))
            self._show(screen.choices(match, decision, seen))
        elif command == "q":
            await self._leave()
            self._show(screen.choices(match, decision, seen))
        else:
            try:
                return chosen(text, match, decision, seen)
            except ValueError as error:
                self._console.print(printable(str(error)), markup=False)
        return None

    async def _leave(self) -> None:
        self._lines.discard()
        answer = await self._ask("Leave the table and forfeit the match? y or n: ")
        if answer.strip().lower() in ("y", "yes"):
            raise LeavesError

    async def _ask(self, prompt: str) -> str:
        if not self._lines.shows_prompts:
            self._console.print(prompt, end="", markup=False)
        # Without a flush a prompt, which has no line end, would stay in the buffer.
        self._console.file.flush()
        text = await self._lines.next(prompt)
        if self._echo or text is None:
            self._console.print(printable(text or ""), markup=False)
        if text is None:
            raise NoMoreInputError
        return text

    def _show(self, parts: Iterable[RenderableType]) -> None:
        for part in parts:
            self._console.print(part)


def chosen(text: str, match: PersonMatch, decision: pb.Decision, seen: Any) -> int:
    """The index of the legal action that the text chooses, by number, notation or words.

    `seen` is the observation. Raises ValueError, with a sentence for the author of the text.
    """
    view, legal = match.view, decision.legal_actions
    notation = view.read_words(seen, text.strip())
    return choose(notation or text, match.game, legal, listed=view.listed(seen))
