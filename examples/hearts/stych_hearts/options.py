"""The options of Hearts, which choose among its usual rules."""

from typing import Literal

from pydantic import Field

from referee.games.game import Options


class HeartsOptions(Options):
    """The number of players, and by which of the usual rules they play."""

    players: int = Field(default=4, ge=3, le=5, description="how many play: 3 to 5")
    passing: Literal["rotate", "left", "none"] = Field(
        default="rotate",
        description="who gets the three cards: in turn left, right, with 4 players across, and "
        "nobody (rotate), always the left neighbour (left), or nobody (none)",
    )
    moon: Literal["others", "self"] = Field(
        default="others",
        description="if one player takes all points: the others get 26 (others), or 26 are taken "
        "off that player's points (self)",
    )
    queen_breaks: bool = Field(
        default=False, description="whether the queen of spades breaks hearts as hearts do"
    )
    jack: bool = Field(
        default=False, description="whether the jack of diamonds takes 10 points off"
    )
    target: int = Field(
        default=100, ge=1, le=999, description="points at which the game ends after a round"
    )
