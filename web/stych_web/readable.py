"""Finds records that everybody may read: of tournaments that are shown, and on no open board."""

import re
from typing import Final

from referee.record import Record
from stych_web.site import NotFoundError, WebSite
from tournaments.run.open_boards import OpenBoardError, OpenBoards
from tournaments.storage.store import Store

_ID: Final = re.compile(r"[0-9a-f]{4,16}")
"""An id, or the digits with which it begins, at least four."""


def readable_record(site: WebSite, store: Store, id_: str) -> Record:
    """The record of the only match whose id is `id_` or begins with it.

    Raises NotFoundError for no match or several ones, and for a match that may not be seen: nobody
    learns whether a match on an open board was played. Raises UserError for a damaged data folder.
    """
    # Several ids that begin with `id_` are not listed: one may be of a match on an open board.
    ids = store.find(id_) if _ID.fullmatch(id_) else []
    # One text for all reasons: somebody who tries ids must not learn which one applies.
    not_found = NotFoundError(
        f"no match that can be seen has an id that begins with {id_[:40]!r}: matches are shown"
        " when their board is over"
    )
    if len(ids) != 1:
        raise not_found
    record = store.record(ids[0])
    try:
        site.check_shown(record.tournament)
        OpenBoards(store).check_closed(record)
    except (OpenBoardError, NotFoundError):
        raise not_found from None
    return record
