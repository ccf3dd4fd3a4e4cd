"""A person's seat as their page shows it: what was asked last, and what has happened since."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from referee.games.picture import GamePicture
from referee.games.plain_picture import picture_of
from referee.games.screen import Names
from tournaments.person.person import LeavesError
from tournaments.person.person_match import PersonMatch
from tournaments.person.table_seat import OpenQuestion, TableSeat

_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class AskedMoment:
    """A question with what the seat had been told when it was asked."""

    question: OpenQuestion
    history: tuple[int, ...]
    """All public events up to it."""
    fresh: int
    """How many of them, the last ones, are new since the question before."""


class PersonSeat(TableSeat):
    """The seat of somebody with a browser. Its page can be made again at any moment."""

    def __init__(self, known: Names) -> None:
        """`known` are the names of all who play, by seat."""
        super().__init__(known)
        # Not the table's own token, which stands in the address and in histories of browsers.
        self._key = secrets.token_bytes(32)
        self._told = 0
        self._leaves = False
        self.picture: GamePicture | None = None
        """How the game is drawn; None before the match has begun."""
        self.last: AskedMoment | None = None
        """The last question, which may be answered."""
        self.chose = ""
        """In words, what was chosen last; "" while a question is open."""

    def began(self, match: PersonMatch) -> None:
        """Find the picture of the game; a page has room for whole names."""
        self.picture = picture_of(match.game)
        match.longest_name = _LONGEST_NAME

    def asked(self, question: OpenQuestion) -> None:
        """Keep the moment: while the others think it is what the page shows."""
        history = tuple(question.match.history)
        if self._leaves:
            question.answer.set_exception(LeavesError())
        self.last = AskedMoment(question, history, len(history) - self._told)
        self._told = len(history)
        self.chose = ""

    @property
    def version(self) -> str:
        """Another text after every change of what the page shows."""
        number = self.last.question.number if self.last else 0
        parts = (self.question is None, self.over is None, self.opening is None)
        return f"{number}." + "".join(str(int(each)) for each in parts)

    def form_token(self, number: int) -> str:
        """What the form of this question has to bring back; of each another one."""
        # Made of the number, so that a reload brings the same page to the byte.
        return hmac.new(self._key, b"%d" % number, hashlib.sha256).hexdigest()[:32]

    def is_form(self, number: int, token: str) -> bool:
        """Whether a form is the one of the open question."""
        right = self.form_token(number)
        is_known = hmac.compare_digest(right.encode(), token.encode("utf-8", "replace"))
        return is_known and self.question is not None and self.question.number == number

    def leave(self) -> None:
        """Leave the match, which forfeits it: at once, or at the next question."""
        self._leaves = True
        if self.question and not self.question.answer.done():
            # The conversation says goodbye, and the referee keeps the match's record.
            self.question.answer.set_exception(LeavesError())
