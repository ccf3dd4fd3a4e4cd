"""The table [stop] of a tournament file: what ends a tournament or a run early."""

from typing import Annotated, Final

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from tournaments.ratings.sequential import ScoredBy

_LEAST_MARGIN: Final = 0.001
"""The smallest `better_by`, by places and by points."""
_MOST_MARGIN: Final = 0.4
"""The largest `better_by` by places. Equal bots have a share of 0.5 of the rank points each, and
`better_by` is by how much the share of the hero is above 0.5."""
_MOST_POINTS: Final = 100_000
"""The largest `better_by` by points: the mean lead in a match, in points of the game."""


class Stop(BaseModel):
    """What ends a tournament, or a run of it, before all its boards are played.

    `error` has no effect without `better_by`, and is accepted all the same: example.toml shows it
    with its default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    resolved: float | None = Field(
        default=None,
        ge=0.5,
        le=0.9999,
        description="play ends when the order of the ranking is certain with this confidence",
    )
    # Declared before `better_by`, whose validator needs its value. Not strict, since a file has the
    # text "places" or "points" and not a ScoredBy.
    by: Annotated[ScoredBy, Field(strict=False)] | None = Field(
        default=None,
        description="what a duel compares: places, or the game's own points; default: places",
    )
    better_by: float | None = Field(
        default=None,
        description="in a duel, the smallest gain that matters: the duel ends when a test decides"
        " that the hero is better, or that it is not better by this gain; by places how far its"
        " share of the rank points is above 0.5, by points its mean lead in a match, in points of"
        " the game",
    )
    error: float = Field(
        default=0.05,
        ge=0.0001,
        le=0.4,
        description="in a duel with better_by, the probability of either wrong decision",
    )
    minutes: float | None = Field(
        default=None,
        gt=0,
        le=1_000_000,
        description="minutes after which a run ends; the next run goes on from there",
    )

    @field_validator("better_by")
    @classmethod
    def _check_margin(cls, value: float | None, info: ValidationInfo) -> float | None:
        most = _MOST_POINTS if info.data.get("by") is ScoredBy.POINTS else _MOST_MARGIN
        # `not value <= most` is true for NaN as well, which TOML can write.
        if value is not None and not value <= most:
            raise ValueError(f"must be {most:g} or less")
        if value is not None and value < _LEAST_MARGIN:
            raise ValueError(f"must be {_LEAST_MARGIN:g} or more")
        return value

    @model_validator(mode="after")
    def _needs_margin(self) -> "Stop":
        if self.by and self.better_by is None:
            raise ValueError(
                f'by = "{self.by}" needs better_by, the gain that matters; received none'
            )
        return self

    @property
    def scored_by(self) -> str | None:
        """The value of `by`, or its default; None if there is no test of a duel."""
        return None if self.better_by is None else (self.by or ScoredBy.PLACES).value
