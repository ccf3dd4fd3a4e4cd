"""The seat of a person who plays in a browser: the last question, and the answer to it."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from referee.games.picture import GamePicture
from referee.games.plain_picture import picture_of
from referee.games.screen import Names
from tournaments.person.open_tables import SeatRequest
from tournaments.person.person import LeavesError
from tournaments.person.person_match import PersonMatch
from tournaments.person.table_seat import OpenQuestion, TableSeat

_LONGEST_NAME: Final = 40
"""Characters of a name that are shown."""


@dataclass(frozen=True, slots=True)
class AskedMoment:
    """A question, with the public events before it."""

    question: OpenQuestion
    history: tuple[int, ...]
    """All public events before the question."""
    fresh: int
    """How many events at the end of `history` came after the previous question."""


class PersonSeat(TableSeat):
    """A seat that is shown as a page. The page can be made anew at any moment."""

    def __init__(self, player_names: Names) -> None:
        """`player_names` are the names of the players, by seat."""
        super().__init__(player_names)
        # The key of the tokens in forms. The token in the seat's address would not do: addresses
        # are in the histories of browsers.
        self._key = secrets.token_bytes(32)
        self._events_before = 0
        """How many public events there were before the last question."""
        self.has_left = False
        """Whether the person has left."""
        self.picture: GamePicture | None = None
        """How the game is drawn; None before the match has begun."""
        self.last: AskedMoment | None = None
        """The last question, also after it was answered; None before the first one."""
        self.choice_text = ""
        """The last choice, in words; "" while a question is open, and before the first choice."""
        self.request: SeatRequest | None = None
        """The request that opened the table, by which another table can be opened; None until the
        table is open."""

    def began(self, match: PersonMatch) -> None:
        """Choose the picture of the game, and allow names that are too long for a terminal."""
        self.picture = picture_of(match.game)
        match.longest_name = _LONGEST_NAME

    def asked(self, question: OpenQuestion) -> None:
        """Remember the question and its events: the page shows them also while others think."""
        history = tuple(question.match.history)
        # The person left while others were thinking: this question ends the match.
        if self.has_left:
            question.answer.set_exception(LeavesError())
        self.last = AskedMoment(question, history, len(history) - self._events_before)
        self._events_before = len(history)
        self.choice_text = ""

    @property
    def version(self) -> str:
        """A text that differs after every change of what the page shows."""
        number = self.last.question.number if self.last else 0
        parts = (self.match, self.question, self.over, self.opening)
        return f"{number}." + "".join(str(int(each is None)) for each in parts)

    def form_token(self, number: int) -> str:
        """The token against forged requests (CSRF) in the form of this question."""
        # Derived from the number and not drawn, so that a reload gives the same page to the byte.
        return hmac.new(self._key, b"%d" % number, hashlib.sha256).hexdigest()[:32]

    def is_open_form(self, number: int, token: str) -> bool:
        """Whether the number and the token of a form are those of the open question."""
        expected = self.form_token(number)
        is_valid = hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace"))
        return is_valid and self.question is not None and self.question.number == number

    def leave(self) -> None:
        """Leave the match, which forfeits it: at once if a question is open, else at the next."""
        self.has_left = True
        if self.question and not self.question.answer.done():
            # The error ends the conversation with the referee by a goodbye, so that the record is
            # saved.
            self.question.answer.set_exception(LeavesError())
