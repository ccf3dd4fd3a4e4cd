"""One bot under two names shows how much is noise."""

from dataclasses import replace

import pytest

from tests.tournaments.played_matches import season
from tests.tournaments.rated import rating_of
from tournaments.ratings.null_pairs import null_pairs
from tournaments.ratings.tabulate import tabulate

NAMES = ("ann", "bob", "cid", "dora")
TABLE = tabulate(NAMES, season(NAMES, 2, 12, seed=2))


def test_those_with_the_same_digest_are_held_against_each_other() -> None:
    (pair,) = null_pairs(TABLE, {"ann": "1", "bob": "2", "cid": "1", "dora": "3"})
    lines = {standing.entrant: standing for standing in TABLE.standings}
    ann, cid = rating_of(lines["ann"]), rating_of(lines["cid"])
    assert pair.names == ("ann", "cid")
    assert pair.mu == ann.mu - cid.mu
    assert pair.mu_95 == pytest.approx(1.96 * TABLE.covariance.apart("ann", "cid"), rel=1e-4)
    cell = TABLE.cross["ann", "cid"]
    assert (pair.points_share, pair.share_interval) == (cell.points_share, cell.share_interval)


def test_three_of_one_bot_are_three_pairs() -> None:
    pairs = null_pairs(TABLE, dict.fromkeys(("dora", "ann", "bob"), "1") | {"cid": "2"})
    assert [pair.names for pair in pairs] == [("ann", "bob"), ("ann", "dora"), ("bob", "dora")]


def test_different_bots_and_unknown_ones_are_none() -> None:
    assert null_pairs(TABLE, {name: name for name in NAMES}) == []
    assert null_pairs(TABLE, {}) == []
    assert null_pairs(TABLE, dict.fromkeys(NAMES, "")) == []


def test_who_never_met_has_no_share() -> None:
    made = tabulate(NAMES, season(("ann", "bob"), 2, 3, seed=1))
    (pair,) = null_pairs(made, {"cid": "1", "dora": "1"})
    assert (pair.mu, pair.points_share, pair.share_interval) == (0.0, None, None)


def test_without_ratings_nothing_lies_between_them() -> None:
    unrated = tuple(replace(each, mu=None, sigma=None) for each in TABLE.standings)
    (pair,) = null_pairs(replace(TABLE, standings=unrated), {"ann": "1", "cid": "1"})
    assert (pair.mu, pair.mu_95) == (None, None)
    assert pair.points_share == TABLE.cross["ann", "cid"].points_share
