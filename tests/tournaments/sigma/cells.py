"""The forty kinds of tournaments in which it is measured whether sigma is as wide as errors are."""

from dataclasses import dataclass
from typing import Final

LUCK: Final = {"negative": (0.8, 0.0), "none": (0.0, 0.0), "positive": (0.0, 0.6)}
"""By how the results of the matches in a block are correlated: two parts of the variance of luck.
The first is the part of the hands, each of which everybody holds once; the second is the part that
is an entrant's own on the board. The rest is drawn for each match."""


@dataclass(frozen=True)
class Cell:
    """A kind of tournament; those of one cell differ in their seeds and in their fields."""

    bots: int
    boards: int
    luck: str = "none"
    seats: int = 2
    kind: str = "open"
    """`far`: two far apart; `twin`: the last bot is the first under another name, and neither takes
    chances; `kin`: so on half of the boards; `self-play`, `mixed-teams`, `all-teams`: cooperative;
    `open`: none of these."""

    @property
    def name(self) -> str:
        """What the cell is called, such as "6 bots, 10 boards, negative"."""
        seats = f", {self.seats} seats" if self.seats > 2 and not self.of_teams else ""
        how = self.kind if self.of_teams else self.luck
        special = f", {self.kind}" if self.kind in ("far", "twin", "kin") else ""
        return f"{self.bots} bots, {self.boards} boards, {how}{seats}{special}"

    @property
    def of_teams(self) -> bool:
        """Whether it is a cooperative game."""
        return self.kind in ("self-play", "mixed-teams", "all-teams")


CELLS: Final = (
    *(Cell(2, boards) for boards in (5, 10, 20, 50, 200)),
    *(Cell(2, boards, "negative") for boards in (5, 20, 50, 200)),
    *(Cell(2, boards, "positive") for boards in (5, 20, 50)),
    *(Cell(2, boards, kind="far") for boards in (20, 100)),
    *(Cell(3, 20), Cell(3, 10, "negative")),
    *(Cell(4, 20, "negative"), Cell(4, 20, "positive")),
    *(Cell(6, 10, luck) for luck in LUCK),
    Cell(6, 50, "negative"),
    *(Cell(12, 5), Cell(12, 10, "negative"), Cell(12, 20, "positive")),
    *(Cell(20, 6), Cell(20, 20, "negative")),
    *(Cell(3, 20, seats=3), Cell(5, 10, "negative", 3), Cell(5, 20, "positive", 3)),
    *(Cell(5, 20, seats=4), Cell(4, 20, "negative", 4)),
    *(Cell(5, 20, seats=5), Cell(6, 20, "negative", 5)),
    *(Cell(3, 20, kind="twin"), Cell(4, 50, kind="twin"), Cell(4, 20, kind="kin")),
    *(Cell(6, 20, kind="self-play", seats=3), Cell(6, 40, kind="mixed-teams", seats=2)),
    Cell(6, 20, kind="all-teams", seats=2),
)
