"""The drawings of ratings in a table of standings."""

import pytest

from stych_web.whiskers import Whiskers
from tournaments.ratings.rating import MU, Rating


@pytest.mark.parametrize("mu", [MU, MU + 0.9, MU + 11, MU + 90])
def test_the_mean_is_drawn_once_whatever_the_ticks_are(mu: float) -> None:
    rating = Rating(mu, 0.8)
    whiskers = Whiskers.of([rating])
    assert whiskers is not None
    assert whiskers.low < MU < whiskers.high
    drawing = str(whiskers.draw(rating))
    assert drawing.count('class="axis mean"') == 1
    # A tick at the mean is not drawn a second time.
    at = drawing.partition('class="axis mean"')[2].partition('x1="')[2].partition('"')[0]
    assert drawing.count(f'x1="{at}"') == 1
