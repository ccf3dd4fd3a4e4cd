"""What language models of a tournament are going to cost, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_WITHOUT_LIMIT: Final = 1.0
"""Dollars that may be estimated for a file that sets no limit."""
TOKEN: Final = 4
"""Characters of a token, as a rule."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is to be expected of one model in the matches that are known."""

    entrant: str
    calls: int
    tokens: int
    cost: float
    """Dollars."""

    def sentence(self) -> str:
        """The estimate as a sentence without its full stop."""
        money = f"{self.cost:.2f} dollars" if self.cost else "nothing, by the prices of the file"
        return (
            f"{self.entrant}: about {self.calls} calls and {self.tokens:,} tokens, which cost"
            f" {money}"
        )


@dataclass(frozen=True, slots=True)
class Costs:
    """What the language models of a tournament are going to cost, and may cost."""

    tournament: str
    estimates: Sequence[Estimate]
    limit: float | None
    """Dollars that they may cost at most; None without a limit."""
