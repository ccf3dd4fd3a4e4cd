"""Shares that are expected against everybody alike, where opponents differ."""

import math
from collections.abc import Mapping
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.expected import expected_shares
from tournaments.ratings.pairs import HeadToHead, Pair

NAMES = ("ann", "bob", "cid", "dan")
MUS = st.fixed_dictionaries({name: st.floats(-10, 60) for name in NAMES})
STANDARD = NormalDist()


def met(shares: Mapping[Pair, tuple[float, int]]) -> dict[Pair, HeadToHead]:
    """Both ways round: the share of the first in so many matches."""
    cells = {}
    for (one, other), (share, matches) in shares.items():
        for pair, own in (((one, other), share), ((other, one), 1 - share)):
            cells[pair] = HeadToHead(matches, 0, 0, 0, own, None, 0.0, ())
    return cells


def everybody(times: int, share: float = 0.5) -> dict[Pair, tuple[float, int]]:
    return {(one, other): (share, times) for one in NAMES for other in NAMES if one < other}


@given(MUS, st.integers(1, 50), st.floats(0, 1))
def test_where_all_meet_alike_nothing_is_said(
    mus: dict[str, float], times: int, share: float
) -> None:
    assert expected_shares(mus, met(everybody(times, share))) == {}
    assert expected_shares(mus, {}) == {}


@given(MUS, st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_expected_shares_follow_mu_and_add_up(mus: dict[str, float], shares: list[float]) -> None:
    """In a gauntlet of ann's, the others have met nobody else."""
    told = {("ann", other): (share, 10) for other, share in zip(NAMES[1:], shares, strict=True)}
    found = expected_shares(mus, met(told))
    if not found:
        return
    assert math.fsum(found.values()) == pytest.approx(len(NAMES) / 2)
    for one in NAMES:
        for other in NAMES:
            assert mus[one] < mus[other] or found[one] >= found[other] - 1e-12


@pytest.mark.parametrize("steepness", [0.05, 0.2, 1.0])
def test_it_is_the_share_of_a_whole_round_robin(steepness: float) -> None:
    """Where shares follow the ratings: ann met all others, cid met only ann, the strongest."""
    mus = {"ann": 28.0, "bob": 26.0, "cid": 24.5, "dan": 21.5}

    def true(one: str, other: str) -> float:
        return STANDARD.cdf(steepness * (mus[one] - mus[other]))

    pairs = [("ann", "bob"), ("ann", "cid"), ("ann", "dan"), ("bob", "dan")]
    found = expected_shares(mus, met({pair: (true(*pair), 20) for pair in pairs}))
    for name in NAMES:
        others = [true(name, other) for other in NAMES if other != name]
        assert found[name] == pytest.approx(sum(others) / 3, abs=1e-9)


def test_who_always_won_is_expected_to_win() -> None:
    mus = {"ann": 40.0, "bob": 30.0, "cid": 20.0, "dan": 10.0}
    found = expected_shares(mus, met({("ann", "bob"): (1.0, 4), ("bob", "cid"): (1.0, 4)}))
    assert found["ann"] == pytest.approx(1.0)
    assert found["dan"] == pytest.approx(0.0)
