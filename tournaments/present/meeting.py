"""Gathers the meetings of two bots, and compares the matches of the blocks to be shown."""

from collections.abc import Sequence
from itertools import islice

from referee.games.registry import other_rules
from tournaments.present.terminal.replay import refuse_untrue
from tournaments.present.versus import ShownMeetings
from tournaments.run.head_to_head import Meetings, MetBlock, Parting, meetings, partings
from tournaments.run.known_bots import KnownBot
from tournaments.run.open_boards import OpenBoards
from tournaments.run.pools import StoredPlay
from tournaments.storage.store import Store


def shown_meetings(
    store: Store, play: StoredPlay, bots: Sequence[KnownBot], limit: int
) -> list[ShownMeetings]:
    """The meetings of the two bots, for each pool in which they met.

    Only boards count on which nothing is left to play. Of each pool at most `limit` blocks are
    shown one by one, or all if `limit` is 0; the totals are over all blocks. Raises UserError when
    a record is not true, or when the data folder cannot be read.
    """
    first, second = (each.identity for each in bots)
    # Of the whole data folder and not of `play`: any tournament may still play the same cards.
    boards = OpenBoards(store)
    by_pool = (meetings(pool, first, second, boards) for pool in play.pools)
    return [_shown(store, each, limit) for each in by_pool if each]


def _shown(store: Store, met: Meetings, limit: int) -> ShownMeetings:
    definition = met.pool.definition
    blocks = tuple(islice(met.blocks, limit or None))
    # Matches by other rules cannot be played again to be compared, but their results are known.
    if rules := other_rules(definition.game, definition.rules_version):
        return ShownMeetings(met, tuple((block, ()) for block in blocks), rules)
    return ShownMeetings(met, tuple((block, tuple(_partings(store, block))) for block in blocks))


def _partings(store: Store, block: MetBlock) -> list[Parting]:
    records = [store.record(each.match.fixture.id) for each in block.matches]
    for record in records:
        refuse_untrue(record)
    return partings(records)
