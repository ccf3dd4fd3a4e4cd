"""Which matches of a tournament share a deal, and which process of a bot may see it.

A bot may play several matches on a shared deal. None of its processes may see the deal twice, as it
would know the cards of the others. So a worker has separate processes of the bot for each
encounter, which is the number of the bot's earlier matches on the deal, from 0 (docs/ratings.md,
Who shares a deal).
"""

from itertools import islice
from typing import Final, Literal, TypeAlias

from referee.sharing import of_block, of_match
from tournaments.core.fixtures import Fixture

Deals: TypeAlias = Literal["duplicate", "independent", "board"]
"""Which matches share a deal. "duplicate": the matches of a block; if the block has lineups, these
are all matches on the board. "independent": none. "board": all matches on the board, in all
formats, as in tournaments that were begun before there was a choice."""

DealId: TypeAlias = tuple[int | str, ...]
"""Tells the deals of a tournament apart: the board, and then the `sharers` of the deal."""

FIRST_ENCOUNTER: Final = 0
"""The encounter of a bot that has not seen the deal before."""
MOST_ENCOUNTERS: Final = 6
"""For this many encounters with a deal a bot has processes that stay from match to match. Five
seats need 5, a duel of three seats 6. If all teams play a board, there may be hundreds: in later
encounters a match gets processes of its own, which cost a start, but no memory for long."""


def sharers(fixture: Fixture, deals: Deals) -> tuple[str, ...]:
    """The parts of a deal's path that say which matches share it (referee/sharing.py).

    () if all matches on the board share it.
    """
    if deals == "independent":
        return of_match(fixture.seats)
    # The names of a block's entrants stand for its rotations. Lineups are no rotations, so all
    # lineups on a board share its deal.
    if deals == "duplicate" and not fixture.block.lineups:
        return of_block(fixture.block.entrants)
    return ()


def deal_of(fixture: Fixture, deals: Deals) -> DealId:
    """The deal of the tournament on which the fixture is played."""
    return fixture.block.board, *sharers(fixture, deals)


def encounters(fixture: Fixture, deals: Deals) -> dict[str, int] | None:
    """By entrant of the fixture: its encounter, the number of its earlier matches on this deal.

    Earlier matches are those of the block with a lower seating, in whatever order they are played.
    Other blocks on the board share the deal only if `deals` is "board", and are not counted. (Where
    blocks have lineups, a board has one block.) None when an entrant has MOST_ENCOUNTERS or more:
    the match needs processes of its own.
    """
    by_name = {name: _earlier_matches(fixture, name, deals) for name in set(fixture.seats)}
    return None if max(by_name.values()) >= MOST_ENCOUNTERS else by_name


def _earlier_matches(fixture: Fixture, name: str, deals: Deals) -> int:
    """The number of earlier matches of `name` on the fixture's deal, as `encounters` counts them.

    In lineups the count stops at MOST_ENCOUNTERS.
    """
    block = fixture.block
    if deals == "independent":
        return 0
    # Every entrant of the block sits in every rotation.
    if not block.lineups:
        return fixture.seating
    # A board of all teams may have thousands of lineups, and this function is called for each.
    before = islice(block.lineups, fixture.seating)
    return sum(1 for _ in islice((each for each in before if name in each), MOST_ENCOUNTERS))
