"""How a tournament under way stands, for callers that ask many times."""

from tournaments.config.definition import Definition
from tournaments.core.results import MatchResult
from tournaments.run.stand import Stand, live_table, stand_now
from tournaments.storage.journal import JournalEntry
from tournaments.storage.later import summaries_after
from tournaments.storage.store import Store


class LiveStand:
    """Tells how a tournament stands; reads only what was saved since the last call, if it can.

    A call may change the `Stand` that an earlier call returned. So only one thread at a time may
    call `now` and use its result.
    """

    def __init__(self) -> None:
        self._definition: Definition | None = None
        self._seen: JournalEntry | None = None
        """The last entry of the journal whose matches are counted; None to read everything."""

    def now(self, store: Store, definition: Definition) -> Stand:
        """The result of the function `stand` of run/stand.py, made faster.

        Raises UserError for a damaged database.
        """
        # The head is read before the matches. So a match that is saved in between is read again by
        # the next call. If the head were read after them, the next call would miss the match.
        head = store.head(definition.name)
        results = self._new_results(store, definition)
        # Set again when all is counted. After an error before that, the next call reads everything.
        self._seen = None
        if results is None:
            self._definition = definition
            self._results = store.summaries(definition.name)
            self._schedule, self._table = definition.schedule(), live_table(definition)
        else:
            self._results.update(results)
        self._schedule.advance(self._results)
        stand = stand_now(self._table, self._schedule, self._results)
        self._seen = head
        return stand

    def _new_results(self, store: Store, definition: Definition) -> dict[str, MatchResult] | None:
        """The results since the last call; None if everything has to be read."""
        if self._seen is None or definition != self._definition:
            return None
        return summaries_after(store, definition.name, self._seen)
