"""Which matches share a deal, and that a record whose path says otherwise is refused."""

from dataclasses import replace

import pytest

from referee.deals import commitment, derive
from referee.games.registry import make_game
from referee.record import Record, RecordError
from referee.record_check import verify
from referee.sharing import deal_path, fits_match, of_block, of_match
from tests.records.matches import make_record

GAME = make_game("fox", {"target": 16})
THREE = ("ann", "bob", "cyd")


def test_the_forms() -> None:
    assert of_block(("bob", "ann")) == ('["ann","bob"]',)
    assert of_match(("bob", "čaj")) == ('["bob","\\u010daj"]', "match")
    assert deal_path("s", GAME, 3) == ("s", "fox", '{"target":16}', "3")
    assert deal_path("s", GAME, 3, "x", "y") == ("s", "fox", '{"target":16}', "3", "x", "y")


@pytest.mark.parametrize("seating", [0, 1, 2])
def test_what_fits_the_rotations_of_a_block(seating: int) -> None:
    seats = THREE[seating:] + THREE[:seating]
    assert fits_match((), seats, seating)
    assert fits_match(of_block(THREE), seats, seating)
    assert fits_match(of_match(seats), seats, seating)
    assert not fits_match(of_block(THREE), seats, (seating + 1) % 3)
    assert not fits_match(of_block(THREE), seats, seating + 3)
    assert not fits_match(of_match(seats[::-1]), seats, seating)
    # The names by seat without "match": in seating 0 they are in order, so that is the block.
    assert not fits_match(of_match(seats)[:1] if seating else ("x",), seats, seating)


def test_who_sits_twice_is_in_no_rotation() -> None:
    seats = ("ann", "ann", "bob")
    assert fits_match((), seats, 0)
    assert fits_match(of_match(seats), seats, 0)
    assert not fits_match(of_block(seats), seats, 0)


@pytest.mark.parametrize(
    "whose",
    [
        of_block(("ann", "cyd")),
        of_match(("bob", "ann")),
        of_match(("ann", "bob"))[:1] * 2,
        ("",),
        (*of_block(("ann", "bob")), "x"),
    ],
)
def test_a_record_says_nothing_else_of_its_deal(whose: tuple[str, ...]) -> None:
    record = make_record()
    with pytest.raises(RecordError, match="path is not that of this game, board and seats"):
        verify(_with_path(record, deal_path("seed", GAME, 1, *whose)))


@pytest.mark.parametrize("deals", ["duplicate", "independent", "board"])
def test_a_record_of_each_kind_is_true(deals: str) -> None:
    for seating in (0, 1):
        verify(make_record(2, seating, deals=deals))


def test_the_salt_is_that_of_the_commitment() -> None:
    record = make_record()
    for salt in (None, bytes(32).hex()):
        with pytest.raises(RecordError, match="do not fit its commitment"):
            verify(replace(record, deal=replace(record.deal, salt=salt)))


def _with_path(record: Record, path: tuple[str, ...]) -> Record:
    key = derive(*path)
    own = commitment(key, bytes.fromhex(record.deal.salt or "")).hex()
    return replace(record, deal=replace(record.deal, path=path, key=key.hex(), commitment=own))
