"""Parcels: whole blocks, of the size that a machine plays in some ten seconds."""

from random import Random

import pytest

from stych_cluster.parcel_queue import PARCEL_SECONDS, ParcelQueue, group_key, parcel_size
from tournaments.core.dealing import Deals
from tournaments.core.fixtures import Fixture
from tournaments.formats.round_robin import round_robin
from tournaments.formats.teams import all_teams


def rotations(boards: int = 6) -> list[Fixture]:
    return list(round_robin("cup", ("ann", "bob", "cyd"), 2, boards))


@pytest.mark.parametrize("deals", ["duplicate", "board", "independent"])
@pytest.mark.parametrize("most", [1, 2, 7, 1000])
def test_no_block_is_divided_and_nothing_is_lost(deals: Deals, most: int) -> None:
    fixtures, queue = rotations(), ParcelQueue(deals)
    queue.extend(fixtures)
    parcels = []
    while queue:
        parcels.append(queue.take(most))
    assert sorted(each.id for parcel in parcels for each in parcel) == sorted(
        each.id for each in fixtures
    )
    where = [{group_key(each, deals) for each in parcel} for parcel in parcels]
    assert sum(map(len, where)) == len(set().union(*where))
    for parcel, blocks in zip(parcels, where, strict=True):
        assert len(parcel) <= most or len(blocks) == 1


def test_a_board_that_all_teams_share_is_one_block() -> None:
    queue = ParcelQueue("duplicate")
    queue.extend(all_teams("cup", ("ann", "bob", "cyd"), 2, 3))
    assert {each.block.board for each in queue.take(1)} == {1}
    assert {each.block.board for each in queue.take(1)} == {2}


def test_what_is_put_back_is_taken_first() -> None:
    queue, random = ParcelQueue("duplicate"), Random(0)
    queue.extend(rotations())
    first = queue.take(6)
    left = random.sample(first, 5)
    queue.put_back(left)
    assert set(queue.take(5)) == set(left)
    assert len(queue) == len(rotations()) - 6


def test_the_size_follows_what_was_measured() -> None:
    assert parcel_size(0, 100, 1000, 8) == 8
    assert parcel_size(5, 5, 10_000, 8) == 5 * PARCEL_SECONDS
    # Slow matches: one block after the other.
    assert parcel_size(0.01, 0.02, 1000, 8) == 1
    # Of the last hundred each gets so much that all are done together, half of it now.
    assert parcel_size(30, 40, 100, 8) == 38
    assert parcel_size(10, 40, 100, 8) == 13
