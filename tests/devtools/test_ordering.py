"""The longest tests begin first, and are dealt out evenly among the processes."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.ordering import in_shares

ONE, OTHER, THIRD = map(Path, ("one", "other", "third"))


def test_each_share_begins_with_its_longest() -> None:
    minutes = [0.0, 0.1, 2.0, 0.0, 5.0, 0.1, 0.0, 3.0]
    files = [*[ONE] * 5, *[OTHER] * 3]
    assert in_shares(minutes, files, 2) == [4, 2, 1, 0, 7, 5, 3, 6]


def test_slow_files_are_dealt_out_in_turn_and_stay_whole() -> None:
    files = [ONE, ONE, OTHER, OTHER, THIRD, THIRD]
    assert in_shares([0.1] * 6, files, 2) == [0, 1, 4, 5, 2, 3]


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 0.1, 1.0, 4.0]), st.sampled_from([ONE, OTHER]))),
    st.integers(1, 9),
)
def test_every_test_is_there_once(tests: list[tuple[float, Path]], processes: int) -> None:
    minutes, files = [own for own, _ in tests], [file for _, file in tests]
    assert sorted(in_shares(minutes, files, processes)) == list(range(len(tests)))
