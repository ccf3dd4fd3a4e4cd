"""What language models used up: measured, so it is kept apart from the table, as times are."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.record import ModelTry, Record

_GOOD, _ILLEGAL = "good", "illegal"


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one model used up in all its matches, those of partial blocks too."""

    entrant: str
    matches: int = 0
    decisions: int = 0
    """How many it was asked for."""
    answers: int = 0
    """How many answers it gave to them."""
    tokens: int = 0
    cost: float = 0.0
    """Dollars."""
    illegal_first: int = 0
    """Decisions whose first answer was an action that is not legal."""
    asked_again: int = 0
    """Decisions whose first answer was no choice, whatever was wrong with it."""

    def plus(self, decisions: Iterable[tuple[ModelTry, ...]], *, match: bool) -> "ModelUsage":
        """This and the decisions of one seat; `match` says whether it is one more match."""
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
    """What each model used up, by name of the entrant and in order of names."""
    found: dict[str, ModelUsage] = {}
    for record in records:
        here: set[str] = set()
        for seat, decisions in sorted(record.measured.models.items()):
            name = record.seats[seat].entrant
            # One that holds several seats has played one match.
            own = found.get(name, ModelUsage(name))
            found[name] = own.plus(decisions, match=name not in here)
            here.add(name)
    return dict(sorted(found.items()))
