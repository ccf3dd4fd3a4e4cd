"""A match that is longer than most, for what has to bear it."""

from pathlib import Path
from typing import Final

from referee.record import Record
from tests.report.cups import hold
from tests.web.sites import cup

_OPTIONS: Final = {"target": 100}
"""With these a match of the fox has more than 400 actions."""


def long_match(data: Path) -> Record:
    """The longest match of a tournament of long ones, in that data folder."""
    own = cup(["ann", "bob"], boards=1, options=_OPTIONS)
    return max(hold(data, own).values(), key=lambda each: len(each.actions))
