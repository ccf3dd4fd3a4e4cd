"""The longest tests begin first, and each process has as many of them."""

from hypothesis import given
from hypothesis import strategies as st

from tests.ordering import in_shares


def test_each_share_begins_with_its_longest() -> None:
    minutes = [0.0, 0.1, 2.0, 0.0, 5.0, 0.1, 0.0, 3.0]
    assert in_shares(minutes, 2) == [4, 2, 1, 0, 7, 5, 3, 6]


@given(st.lists(st.sampled_from([0.0, 0.1, 1.0, 4.0])), st.integers(1, 9))
def test_every_test_is_there_once(minutes: list[float], processes: int) -> None:
    assert sorted(in_shares(minutes, processes)) == list(range(len(minutes)))
