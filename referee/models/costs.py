"""The estimated costs of the language models of a tournament, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_WITHOUT_LIMIT: Final = 1.0
"""The most dollars that the estimates may come to when the tournament file limits no `cost`."""
CHARACTERS_PER_TOKEN: Final = 4
"""How many characters a token is assumed to have, on average."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one model is expected to use in the matches that are left to play."""

    entrant: str
    calls: int
    """Calls of the endpoint."""
    tokens: int
    """Tokens read and written."""
    cost: float
    """Dollars."""

    def sentence(self) -> str:
        """The estimate as a sentence, without the full stop."""
        money = f"{self.cost:.2f} dollars" if self.cost else "nothing, by the prices of the file"
        return (
            f"{self.entrant}: about {self.calls} calls and {self.tokens:,} tokens, which cost"
            f" {money}"
        )


@dataclass(frozen=True, slots=True)
class Costs:
    """What the language models of a tournament are expected to cost, and how much they may cost."""

    tournament: str
    estimates: Sequence[Estimate]
    limit: float | None
    """The most dollars that the models may cost together; None without a limit."""
