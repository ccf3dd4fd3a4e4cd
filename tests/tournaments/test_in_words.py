"""What a table says in one sentence."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.parting import told_apart
from tournaments.present.in_words import MoreBoards, in_words, overall_in_words
from tournaments.ratings.covariance import Covariance
from tournaments.ratings.overall import OverallLine
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

CHANCES = st.lists(st.floats(0.5, 1), min_size=1, max_size=20)


def table(chances: Sequence[float], gap: float = 1.0, sigma: float = 1.0) -> StandingsTable:
    """Of bots a, b, c ... with these chances of each to be better than the next."""
    names = [chr(97 + number) for number in range(len(chances) + 1)]
    made = tabulate(names, [])
    lines = tuple(
        replace(line, entrant=name, mu=25 - gap * place, sigma=sigma, better_than_next=chance)
        for place, (line, name, chance) in enumerate(
            zip(made.standings, names, [*chances, None], strict=True)
        )
    )
    covariance = Covariance.independent(dict.fromkeys(names, sigma))
    return replace(made, standings=lines, covariance=covariance, matches=2, connected=True)


def test_each_has_its_place() -> None:
    assert (
        in_words(table([0.99, 0.98, 0.975]), 10) == "a is best; b is second; c is third; d is last."
    )
    assert in_words(table([1.0]), 10) == "a is better than b."


def test_two_that_cannot_be_told_apart_and_what_would_part_them() -> None:
    """z is 1.96 at the first number of boards, and 3.24 at the second.

    The sentence rounds both up to two digits.
    """
    made = table([0.99, 0.8], gap=1.0, sigma=1.0)
    times = [2 * z**2 for z in (1.959964, 1.959964 + 1.281552)]
    likely, sure = (math.ceil(50 * (each - 1) / 10) * 10 for each in times)
    assert (likely, sure) == (340, 1010)
    told = "b and c cannot be told apart: if the difference seen is real, 340 to 1,100 more boards"
    assert in_words(made, 50) == f"a is best; {told} would part them."


def test_of_two_such_pairs_the_first_has_the_number() -> None:
    text = in_words(table([0.6, 0.99, 0.6]), 100)
    assert text.startswith("a and b cannot be told apart; c and d cannot be told apart: if ")
    assert text.endswith(" more boards would part a and b.")


def test_beside_a_larger_group_the_pair_with_the_number_is_named() -> None:
    text = in_words(table([0.6, 0.99, 0.6, 0.6]), 100)
    assert text.startswith("a and b cannot be told apart; of c, d and e no two neighbours can be")
    assert text.endswith(" more boards would part a and b.")


def test_more_than_two_have_no_number() -> None:
    told = "no two neighbours can be told apart"
    near, far = table([0.6, 0.7]), table([0.99, *[0.6] * 4])
    assert in_words(near, 9) == f"Of a, b and c {told}."
    # Four steps of 1, with deviations of 1 for each of the two.
    said = f"a is best; of the 5 bots from b to f {told}, but b is better than f."
    assert in_words(far, 9) == said


def test_two_that_are_one_bot_are_never_said_to_differ() -> None:
    made = table([0.99, 0.8])
    assert in_words(made, 50, [frozenset("bc")]) == "a is best; b and c are one bot."
    parted = in_words(table([0.99, 0.99]), 50, [frozenset("bc")])
    assert parted == "a is best; b is second; c is last."


def test_where_the_difference_is_next_to_nothing_no_number_is_made_up() -> None:
    text = in_words(table([0.5], gap=0.001), 50)
    assert text == "a and b cannot be told apart: 5,000 boards would hardly part them."
    assert in_words(table([0.5], gap=0.0), 50) == text


def test_of_many_places_the_first_four_are_named() -> None:
    text = in_words(table([0.99] * 9), 50)
    assert text == "a is best; b is second; c is third; d is fourth; 6 others follow."
    assert in_words(table([0.99] * 4), 50).endswith("d is fourth; e is last.")


def test_of_a_table_that_ranks_nobody_there_is_no_sentence() -> None:
    assert in_words(replace(table([0.99]), matches=0), 50) == ""
    assert in_words(replace(table([0.99]), connected=False), 50) == ""
    assert in_words(tabulate(["a"], []), 50) == ""


@pytest.mark.slow
@given(CHANCES, st.integers(1, 10**6))
def test_everybody_is_in_it_once_or_counted(chances: list[float], boards: int) -> None:
    made = table(chances)
    told = in_words(made, boards).split(": ")[0].rstrip(".").split("; ")
    found = 0
    for part in told:
        names = part.partition(" no two")[0].partition(" cannot")[0]
        if many := re.search(r"the (\d+) bots from|(\d+) others follow", part):
            found += int(many[1] or many[2])
        elif part.lower().startswith("of "):
            found += 2 + names.count(", ")
        elif " is better than " in part:
            found += 2
        else:
            found += 1 + names.count(", ") + (" and " in names)
    assert found == len(made.standings)


@given(st.integers(1, 10**6), st.floats(0.01, 10), st.floats(0.01, 10))
def test_more_boards_are_needed_for_more_certainty(boards: int, gap: float, apart: float) -> None:
    more = MoreBoards.of(boards, gap, apart)
    assert more is None or 1 <= more.for_50_percent <= more.for_90_percent


@pytest.mark.slow
def test_so_many_more_boards_part_two_in_nine_of_ten_cases() -> None:
    """The long form is `python -m tests.tournaments.parting`; the bounds are wide for 20 cases."""
    parted = list(told_apart("negative", 0.2, 200))
    likely, sure = (sum(found) / len(parted) for found in zip(*parted, strict=True))
    assert len(parted) >= 10
    assert 0.2 <= likely <= 0.85
    assert sure >= max(0.65, likely)


def test_the_overall_table_has_its_sentence() -> None:
    lines = [
        OverallLine(1, "a", 27.0, 1.0, 24.0, 0.99, {}),
        OverallLine(2, "b", 24.0, 1.0, 21.0, 0.7, {}),
        OverallLine(3, "c", 23.0, 1.0, 20.0, None, {}),
    ]
    assert overall_in_words(lines) == "a is best; b and c cannot be told apart."
