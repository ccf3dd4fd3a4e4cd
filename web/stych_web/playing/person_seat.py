"""The seat of a person who plays in a browser: the last question, and what happened since."""

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
    """A question, with the public events that the seat knew when it was asked."""

    question: OpenQuestion
    history: tuple[int, ...]
    """All public events before the question."""
    fresh: int
    """How many events at the end of `history` came after the previous question."""


class PersonSeat(TableSeat):
    """A seat that is shown as a page. The page can be made anew at any moment."""

    def __init__(self, known: Names) -> None:
        """`known` are the names of the players, by seat."""
        super().__init__(known)
        # Forms do not use the table's token: that is in the address, and so in browser histories.
        self._key = secrets.token_bytes(32)
        self._told = 0
        """How many public events were known at the last question."""
        self.has_left = False
        """Whether the person has left."""
        self.picture: GamePicture | None = None
        """How the game is drawn; None before the match has begun."""
        self.last: AskedMoment | None = None
        """The last question, also after it was answered; None before the first one."""
        self.choice_text = ""
        """The last choice, in words; "" while a question is open."""
        self.request: SeatRequest | None = None
        """The request that opened the table, with which another table like it can be opened."""

    def began(self, match: PersonMatch) -> None:
        """Choose the picture of the game, and show longer names than a terminal has room for."""
        self.picture = picture_of(match.game)
        match.longest_name = _LONGEST_NAME

    def asked(self, question: OpenQuestion) -> None:
        """Keep the question and its events, which the page also shows while others think."""
        history = tuple(question.match.history)
        # The person left while the others were thinking, so that the match ends here.
        if self.has_left:
            question.answer.set_exception(LeavesError())
        self.last = AskedMoment(question, history, len(history) - self._told)
        self._told = len(history)
        self.choice_text = ""

    @property
    def version(self) -> str:
        """A text that differs after every change of what the page shows."""
        number = self.last.question.number if self.last else 0
        parts = (self.question is None, self.over is None, self.opening is None)
        return f"{number}." + "".join(str(int(each)) for each in parts)

    def form_token(self, number: int) -> str:
        """The token against forged requests (CSRF) in the form of this question."""
        # Derived from the number, so that a reload gives the same page to the byte.
        return hmac.new(self._key, b"%d" % number, hashlib.sha256).hexdigest()[:32]

    def is_open_form(self, number: int, token: str) -> bool:
        """Whether the number and the token of a form are those of the open question."""
        right = self.form_token(number)
        is_known = hmac.compare_digest(right.encode(), token.encode("utf-8", "replace"))
        return is_known and self.question is not None and self.question.number == number

    def leave(self) -> None:
        """Leave the match, which forfeits it: at once if a question is open, else at the next."""
        self.has_left = True
        if self.question and not self.question.answer.done():
            # The error makes the client send a goodbye, so that the referee saves the record.
            self.question.answer.set_exception(LeavesError())
