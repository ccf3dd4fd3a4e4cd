"""The rating of a standing that is known to have one."""

from tournaments.ratings.rating import Rating
from tournaments.ratings.standings import Standing


def rating_of(standing: Standing) -> Rating:
    """The standing's rating; fails if there is none."""
    assert standing.rating is not None
    return standing.rating
