"""How a tournament under way stands, for a caller that asks again and again."""

from tournaments.config.definition import Definition
from tournaments.core.results import MatchResult
from tournaments.run.stand import Stand, live_table, stand_now
from tournaments.storage.journal import JournalEntry
from tournaments.storage.later import summaries_after
from tournaments.storage.store import Store


class LiveStand:
    """Reads and counts only what was saved since the last call.

    A call may change what an earlier one returned. So one thread at a time may call it, and use
    what it returns.
    """

    def __init__(self) -> None:
        self._definition: Definition | None = None
        self._seen: JournalEntry | None = None

    def now(self, store: Store, definition: Definition) -> Stand:
        """How the tournament stands, equal to `stand`. Raises UserError for a damaged database."""
        # Before the matches are read: what is saved in between is read again, and not passed over.
        head = store.head(definition.name)
        results = self._new_results(store, definition)
        # Until all is counted: after an error in between everything is read again.
        self._seen = None
        if results is None:
            self._definition = definition
            self._results = store.summaries(definition.name)
            self._schedule, self._table = definition.schedule(), live_table(definition)
        else:
            self._results.update(results)
        self._schedule.advance(self._results)
        made = stand_now(self._table, self._schedule, self._results)
        self._seen = head
        return made

    def _new_results(self, store: Store, definition: Definition) -> dict[str, MatchResult] | None:
        """The results since the last call; None where everything has to be read."""
        if self._seen is None or definition != self._definition:
            return None
        return summaries_after(store, definition.name, self._seen)
