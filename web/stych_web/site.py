"""The tournaments that the pages show, and a cache of what is made from their data folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic, thread_time
from typing import Final, Generic, TypeVar

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.sandbox.processors import available
from stych_web.keyed_locks import KeyedLocks
from stych_web.opening import Opened
from stych_web.submitting.first_matches import is_first
from stych_web.time_left import TimeLeft
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.run.live_stand import LiveStand
from tournaments.storage.address import has_database
from tournaments.storage.heads import definitions_digest, heads
from tournaments.storage.store import Store

Result = TypeVar("Result")

_SHARE: Final = 40
"""A result that took t seconds of one processor stays for `_SHARE` * t seconds, divided by the
number of processors. So making it again and again takes at most 2.5 % of all processors."""
LEAST: Final = 0.5
"""Seconds for which a result stays at least."""
_MOST_LIVE: Final = 4
"""Tournaments whose live stand stays in memory. The results of any other tournament are all read
again after each change."""


class NotFoundError(UserError):
    """What was asked for does not exist or is not shown. The text is for whoever asked."""


@dataclass(slots=True)
class _CachedResult(Generic[Result]):
    result: Result
    version: str
    until: float
    """The time of `monotonic` up to which the result stays, even after the version has changed."""


@dataclass(slots=True)
class ResultCache(Generic[Result]):
    """Results by key. After a change of its version a result is made again, but not at once.

    So a result may be a little out of date: see `get`. Two threads that ask for the same key at
    once both make the result: callers prevent that by `KeyedLocks`.
    """

    most: int = 64
    """Results that are cached at most; beyond that the one that was made first is removed."""
    _cached: dict[object, _CachedResult[Result]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(
        self, key: object, version: str, make: Callable[[], Result], least: float = LEAST
    ) -> Result:
        """The cached result of `key`, or one that `make` makes now.

        A result of another version stays for `least` seconds after it was made, or for longer if
        it took long to make: see `_SHARE`. Raises what `make` raises, and then caches nothing.
        """
        with self._lock:
            cached = self._cached.get(key)
        if cached and (cached.version == version or monotonic() < cached.until):
            return cached.result
        # Processor time: the time on the clock would also be longer on a busy machine.
        start = thread_time()
        result = make()
        stays = (thread_time() - start) * _SHARE / available()
        self._put(key, _CachedResult(result, version, monotonic() + max(least, stays)))
        return result

    def _put(self, key: object, result: _CachedResult[Result]) -> None:
        with self._lock:
            self._cached.pop(key, None)
            self._cached[key] = result
            # Dicts keep the order of insertion, so that the first key is the oldest.
            while len(self._cached) > self.most:
                del self._cached[next(iter(self._cached))]


def definition_of(store: Store, name: str) -> Definition:
    """The definition of the tournament. Raises NotFoundError when its game is not installed.

    Raises UserError when the data folder has no such tournament, or a damaged definition.
    """
    definition = stored(store, name)
    try:
        game = definition.game
    # Somebody who can write to the data folder may have changed the definition.
    except (KeyError, TypeError) as error:
        raise UserError(f"the definition of {name} is damaged: {error!r}") from None
    if game not in GAMES:
        raise NotFoundError(f"{name} is of the game {definition.game}, which is not installed here")
    return definition


class WebSite:
    """The tournaments of one data folder that are shown. Any thread may call the methods."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.shows_first_matches = False
        """Whether the first matches of submitted bots can be looked at."""
        self.time_left = TimeLeft()
        self.locks = KeyedLocks()
        self._results: ResultCache[object] = ResultCache()
        self._live: dict[str, LiveStand] = {}
        self._lock = Lock()

    def live_stand(self, name: str) -> LiveStand:
        """The tournament's live stand, to be used only under the lock ("standings", name)."""
        with self._lock:
            # Moved to the end of the dict: its first one is then the one asked for longest ago.
            self._live[name] = live = self._live.pop(name, None) or LiveStand()
            if len(self._live) > _MOST_LIVE:
                del self._live[next(iter(self._live))]
        return live

    def store(self) -> Store:
        """The data folder, as a context manager. Raises NotFoundError if it has no database.

        Raises UserError when the database cannot be read.
        """
        # `Store` would make a missing database, although a page is only looked at.
        if not has_database(self.opened.data):
            raise NotFoundError("nothing was played here yet")
        return Store(self.opened.data)

    def names(self) -> list[str]:
        """The listed tournaments that the data folder has.

        They are those of `Opened.names` in its order, or all sorted by name. First matches of
        submitted bots are not among all: the pages of submissions lead there. Raises UserError when
        the data folder cannot be read.
        """
        return self._shown(self.heads())

    def _shown(self, heads: Mapping[str, str]) -> list[str]:
        # Each stored version has first matches: in the list they would hide the tournaments.
        names = self.opened.names or sorted(name for name in heads if not is_first(name))
        return [name for name in names if name in heads]

    def heads(self) -> Mapping[str, str]:
        """The head of each journal in the data folder, by the name of the tournament.

        Empty without a database. Raises UserError when the data folder cannot be read.
        """
        return self._state()[0]

    def _state(self) -> tuple[Mapping[str, str], str]:
        """The heads, and a hash over all definitions; both are empty without a database."""
        try:
            with self.store() as store:
                return heads(store.database), definitions_digest(store.database)
        # The tournament of a file may not have been started yet.
        except NotFoundError:
            return {}, ""

    def check_shown(self, name: str) -> None:
        """Raise NotFoundError unless the tournament is shown here, and UserError as `heads`."""
        heads = self.heads()
        # Also where only the tournaments of a file are shown: a page of a submission leads there.
        if self.shows_first_matches and is_first(name) and name in heads:
            return
        names = self._shown(heads)
        if name not in names:
            listed = ", ".join(names) or "none yet"
            raise NotFoundError(f"there is no tournament {name!r} here; there are: {listed}")

    def cached(self, key: object, make: Callable[[Store], Result], least: float = LEAST) -> Result:
        """The result of `make` for the data folder, or the cached one if nothing was saved since.

        A cached result stays for at least `least` seconds after it was made, as `ResultCache.get`
        says, unless a definition changes. A match that is saved in any tournament counts as a
        change: it may end the secrecy of a board in another one. Raises NotFoundError without a
        database, UserError, and what `make` raises.
        """
        heads, definitions = self._state()
        # A head is a hash of the whole journal: where all are the same, nothing was saved.
        version = " ".join(heads.values())
        # A change of a definition counts at once: boards may then have to be secret again.
        key = (key, definitions)

        def from_store() -> object:
            # A snapshot: all reads see one moment, also when matches are saved meanwhile.
            with self.store() as store, store.database.snapshot():
                return make(store)

        # Each key belongs to one function, whose results are of one type.
        return self._results.get(key, version, from_store, least)  # type: ignore[return-value]
