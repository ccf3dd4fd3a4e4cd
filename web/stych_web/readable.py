"""Records that everybody may read: of the tournaments that are shown, and on no open board."""

import re
from typing import Final

from referee.record import Record
from stych_web.site import NotFoundError, WebSite
from tournaments.run.open_boards import OpenBoardError, OpenBoards
from tournaments.storage.store import Store

_ID: Final = re.compile(r"[0-9a-f]{4,16}")


def readable(site: WebSite, store: Store, id_: str) -> Record:
    """The record of the match of this id, or whose id begins so. Raises NotFoundError.

    A match on an open board is not there yet: not even whether it was played is told.
    """
    # Of several that begin so, nothing is told: one of them may be on an open board.
    found = store.find(id_) if _ID.fullmatch(id_) else []
    # One text for all of it, since whoever tries ids must not tell one reason from another.
    nothing = NotFoundError(
        f"no match that can be seen has an id that begins with {id_[:40]!r}: matches are shown"
        " when their board is over"
    )
    if len(found) != 1:
        raise nothing
    record = store.record(found[0])
    try:
        site.check_shown(record.tournament)
        OpenBoards(store).check_closed(record)
    except (OpenBoardError, NotFoundError):
        raise nothing from None
    return record
