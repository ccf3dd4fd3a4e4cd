"""Tokens and money that language models used: measured, so it is no part of the table itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.record import ModelTry, Record

_GOOD, _ILLEGAL = "good", "illegal"


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one model used in all its matches, including those of unfinished blocks."""

    entrant: str
    matches: int = 0
    decisions: int = 0
    """How many decisions it was asked for."""
    answers: int = 0
    """How many answers it gave; there may be several to one decision."""
    tokens: int = 0
    """The tokens of all prompts and answers."""
    cost: float = 0.0
    """The price of all answers, in dollars."""
    illegal_first: int = 0
    """How many decisions had an illegal action as the first answer."""
    asked_again: int = 0
    """How many decisions had a first answer without a legal choice, for whatever reason."""

    def plus(self, decisions: Iterable[tuple[ModelTry, ...]], *, match: bool) -> "ModelUsage":
        """The sum of this and the decisions of one seat.

        `match` says whether the match of that seat is to be counted.
        """
        asked = [tries for tries in decisions if tries]
        answers = [each for tries in asked for each in tries]
        return ModelUsage(
            self.entrant,
            self.matches + match,
            self.decisions + len(asked),
            self.answers + len(answers),
            self.tokens + sum(each.read + each.written for each in answers),
            self.cost + sum(each.cost for each in answers),
            self.illegal_first + sum(tries[0].verdict == _ILLEGAL for tries in asked),
            self.asked_again + sum(tries[0].verdict != _GOOD for tries in asked),
        )


def usage(records: Iterable[Record]) -> dict[str, ModelUsage]:
    """By name of the entrant, sorted: what each model used in these records."""
    found: dict[str, ModelUsage] = {}
    for record in records:
        here: set[str] = set()
        for seat, decisions in sorted(record.measured.models.items()):
            name = record.seats[seat].entrant
            # A model may hold several seats of one match.
            own = found.get(name, ModelUsage(name))
            found[name] = own.plus(decisions, match=name not in here)
            here.add(name)
    return dict(sorted(found.items()))
