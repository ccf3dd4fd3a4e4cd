"""Which matches of a tournament share a deal, and which process of a bot may see it.

A bot plays a deal that is shared several times. None of its processes may see it twice: it would
know the others' cards. So a worker has other processes of the bot for each encounter, which is the
number of its earlier matches on the deal, from 0 (docs/ratings.md, Who shares a deal).
"""

from itertools import islice
from typing import Final, Literal, TypeAlias

from referee.sharing import of_block, of_match
from tournaments.core.fixtures import Fixture

Deals: TypeAlias = Literal["duplicate", "independent", "board"]
"""Duplicate: the matches of a block share a deal, in blocks of teams all who play the board.
Independent: every match has its own. By board: all who play the board share it in all formats, as
in tournaments that were begun before there was a choice."""

Deal: TypeAlias = tuple[int | str, ...]
"""A deal of a tournament: its board, and the names of those who share it (docs/records.md)."""

FIRST_ENCOUNTER: Final = 0
"""The encounter in which nobody has seen the deal before."""
MOST_ENCOUNTERS: Final = 6
"""Encounters of a bot with a deal for which it has processes; five seats make 5, a duel of three
seats 6. Where all teams play a board there may be hundreds: beyond these a match gets processes of
its own, which cost a start but no memory."""


def whose(fixture: Fixture, deals: Deals) -> tuple[str, ...]:
    """What the path of the fixture's deal says beyond the board; empty if all share the board's."""
    if deals == "independent":
        return of_match(fixture.seats)
    # Lineups are no rotations, so the names would not tell the matches of a block: teams and
    # duels of three seats or more share the board's deal.
    if deals == "duplicate" and not fixture.block.lineups:
        return of_block(fixture.block.entrants)
    return ()


def deal_of(fixture: Fixture, deals: Deals) -> Deal:
    """Which deal of the tournament the fixture is played on."""
    return fixture.block.board, *whose(fixture, deals)


def encounters(fixture: Fixture, deals: Deals) -> dict[str, int] | None:
    """By entrant of the fixture: its encounter, the number of earlier seatings with this deal.

    None when one of them has MOST_ENCOUNTERS or more: the match needs processes of its own.
    """
    found = {name: _met_before(fixture, name, deals) for name in set(fixture.seats)}
    return None if max(found.values()) >= MOST_ENCOUNTERS else found


def _met_before(fixture: Fixture, name: str, deals: Deals) -> int:
    """In how many earlier seatings of the block the entrant sits, MOST_ENCOUNTERS at most."""
    block = fixture.block
    if deals == "independent":
        return 0
    # Everybody sits in every rotation.
    if not block.lineups:
        return fixture.seating
    # A board of all teams may have thousands of lineups, and this is asked for each of them.
    before = islice(block.lineups, fixture.seating)
    return sum(1 for _ in islice((each for each in before if name in each), MOST_ENCOUNTERS))
