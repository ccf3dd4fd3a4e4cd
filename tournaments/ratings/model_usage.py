"""Tokens and money that language models used.

These are measurements, which differ from run to run, so they are not in the rating table.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.record import ModelTry, Record

_GOOD, _ILLEGAL = "good", "illegal"


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one model used in all its matches, including those of unfinished blocks."""

    entrant: str
    matches: int = 0
    """How many matches the model had a seat in; several seats of one match count once."""
    decisions: int = 0
    """How many decisions the model was asked for."""
    answers: int = 0
    """How many answers the model gave; one decision may have several answers."""
    tokens: int = 0
    """The tokens of all prompts and answers."""
    cost: float = 0.0
    """The price of all answers, in dollars."""
    illegal_first: int = 0
    """How many decisions had a first answer that names an illegal action."""
    asked_again: int = 0
    """How many decisions had a first answer without a legal choice, for any reason."""

    def plus(
        self, decisions: Iterable[tuple[ModelTry, ...]], *, is_new_match: bool
    ) -> "ModelUsage":
        """The sum of this usage and the usage in one seat of a match.

        `decisions` has the answers to each decision of the seat; a decision without answers is not
        counted. `is_new_match` is False if the match was counted with another seat.
        """
        asked = [tries for tries in decisions if tries]
        answers = [each for tries in asked for each in tries]
        return ModelUsage(
            self.entrant,
            self.matches + (1 if is_new_match else 0),
            self.decisions + len(asked),
            self.answers + len(answers),
            self.tokens + sum(each.read + each.written for each in answers),
            self.cost + sum(each.cost for each in answers),
            self.illegal_first + sum(tries[0].verdict == _ILLEGAL for tries in asked),
            self.asked_again + sum(tries[0].verdict != _GOOD for tries in asked),
        )


def usage(records: Iterable[Record]) -> dict[str, ModelUsage]:
    """By name of the entrant, sorted: the usage of each model in these records."""
    by_entrant: dict[str, ModelUsage] = {}
    for record in records:
        counted: set[str] = set()
        for seat, decisions in sorted(record.measured.models.items()):
            name = record.seats[seat].entrant
            # A model may hold several seats of one match.
            before = by_entrant.get(name, ModelUsage(name))
            by_entrant[name] = before.plus(decisions, is_new_match=name not in counted)
            counted.add(name)
    return dict(sorted(by_entrant.items()))
