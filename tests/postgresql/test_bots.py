"""Stored bots have their rows on a server and their files in the folder: the same tests again."""

import pytest

from tests.submissions.test_pruning import (
    place,
    test_the_same_contents_come_back_and_numbers_are_not_used_twice,
    test_what_no_tournament_names_goes_and_is_counted,
)

__all__ = [
    "place",
    "test_the_same_contents_come_back_and_numbers_are_not_used_twice",
    "test_what_no_tournament_names_goes_and_is_counted",
]

pytestmark = pytest.mark.slow

SERVED = "data"
