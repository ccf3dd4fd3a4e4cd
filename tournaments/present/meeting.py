"""Gathers what is shown of two bots: their meetings, with the blocks that are compared."""

from collections.abc import Sequence
from itertools import islice

from referee.games.registry import other_rules
from tournaments.present.terminal.replay import refuse_untrue
from tournaments.present.versus import ShownMeetings
from tournaments.run.head_to_head import Meetings, MetBlock, Parting, meetings, partings
from tournaments.run.known_bots import KnownBot
from tournaments.run.open_boards import OpenBoards
from tournaments.run.pools import KeptPlay
from tournaments.storage.store import Store


def shown_meetings(
    store: Store, play: KeptPlay, bots: Sequence[KnownBot], limit: int
) -> list[ShownMeetings]:
    """The meetings of the two bots, for each pool in which they met.

    Only boards count on which nothing is left to play. At most `limit` blocks of each pool are
    shown one by one, all with 0; the totals are of all. Raises UserError for a record that is not
    true.
    """
    one, other = (each.identity for each in bots)
    # Of all tournaments, whichever are looked at: others may still play the same cards.
    boards = OpenBoards(store)
    found = (meetings(pool, one, other, boards) for pool in play.pools)
    return [_shown(store, each, limit) for each in found if each]


def _shown(store: Store, own: Meetings, limit: int) -> ShownMeetings:
    definition = own.pool.definition
    blocks = tuple(islice(own.blocks, limit or None))
    # By other rules nothing can be played again; what the matches came to is known all the same.
    if other := other_rules(definition.game, definition.rules_version):
        return ShownMeetings(own, tuple((block, ()) for block in blocks), other)
    return ShownMeetings(own, tuple((block, tuple(_parted(store, block))) for block in blocks))


def _parted(store: Store, block: MetBlock) -> list[Parting]:
    records = [store.record(each.match.fixture.id) for each in block.matches]
    for record in records:
        refuse_untrue(record)
    return partings(records)
