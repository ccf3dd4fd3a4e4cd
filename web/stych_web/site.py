"""What the pages are made of: the data folder, read anew when something was saved in it."""

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
from stych_web.pace import Pace
from stych_web.submitting.first_matches import is_first
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.run.live_stand import LiveStand
from tournaments.storage.address import has_database
from tournaments.storage.heads import definitions, heads
from tournaments.storage.store import Store

Made = TypeVar("Made")

_SHARE: Final = 40
"""Of all processors at most 2.5 % go into a page of a tournament that is being played: what took
one of them for a time is not made anew before all had so many times that."""
LEAST: Final = 0.5
"""Seconds for which it stays in any case."""
_MOST_LIVE: Final = 4
"""Tournaments of which all results stay in memory; of others they are read when they change."""


class NotFoundError(UserError):
    """There is no such page; the text says what there is instead."""


@dataclass(slots=True)
class _Kept(Generic[Made]):
    made: Made
    version: str
    until: float


@dataclass(slots=True)
class Kept(Generic[Made]):
    """Results by key; each is made again when its version is another.

    One that took long may be a little out of date: see `_SHARE`. Two threads that ask for the same
    key at once both make it: `KeyedLocks` prevents that.
    """

    most: int = 64
    _kept: dict[object, _Kept[Made]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(
        self, key: object, version: str, make: Callable[[], Made], least: float = LEAST
    ) -> Made:
        """What was made for the key, or is made now and stays so many seconds at least."""
        with self._lock:
            found = self._kept.get(key)
        if found and (found.version == version or monotonic() < found.until):
            return found.made
        # Of a processor, and not on the clock: where all are busy that says how busy they are.
        begun = thread_time()
        made = make()
        stays = (thread_time() - begun) * _SHARE / available()
        self._keep(key, _Kept(made, version, monotonic() + max(least, stays)))
        return made

    def _keep(self, key: object, made: _Kept[Made]) -> None:
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = made
            # The oldest first: dicts keep the order in which keys came.
            while len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]


def definition_of(store: Store, name: str) -> Definition:
    """The definition of a tournament that can be shown. Raises NotFoundError and UserError."""
    found = stored(store, name)
    try:
        game = found.game
    # Whoever can write to the data folder may have changed it.
    except (KeyError, TypeError) as error:
        raise UserError(f"the definition of {name} is damaged: {error!r}") from None
    if game not in GAMES:
        raise NotFoundError(f"{name} is of the game {found.game}, which is not installed here")
    return found


class WebSite:
    """The tournaments that are shown. All of it may be called in any thread."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.shows_first_matches = False
        """Whether the first matches of bots that were submitted can be looked at."""
        self.pace = Pace()
        self.locks = KeyedLocks()
        self._pages: Kept[object] = Kept()
        self._live: dict[str, LiveStand] = {}
        self._lock = Lock()

    def live_stand(self, name: str) -> LiveStand:
        """How that tournament stands. To be used under the lock of its standings alone."""
        with self._lock:
            # The one that was asked for last is the last in the dict.
            self._live[name] = found = self._live.pop(name, None) or LiveStand()
            if len(self._live) > _MOST_LIVE:
                del self._live[next(iter(self._live))]
        return found

    def store(self) -> Store:
        """The results; a context manager. Raises NotFoundError before there are any."""
        # None is made by looking: the folder is that of the tournament.
        if not has_database(self.opened.data):
            raise NotFoundError("nothing was played here yet")
        return Store(self.opened.data)

    def names(self) -> list[str]:
        """The tournaments of which something is kept, in the order in which they are shown.

        First matches of bots that were submitted are not among them: their bots' pages lead there.
        """
        return self._shown(self.heads())

    def _shown(self, heads: Mapping[str, str]) -> list[str]:
        # Each version of each bot has some: in the list they would hide the tournaments.
        own = self.opened.names or sorted(name for name in heads if not is_first(name))
        return [name for name in own if name in heads]

    def heads(self) -> Mapping[str, str]:
        """The last link of the journal of each tournament in the data folder."""
        return self._state()[0]

    def _state(self) -> tuple[Mapping[str, str], str]:
        """The heads, and another text when a tournament was begun, changed or begun anew."""
        try:
            with self.store() as store:
                return heads(store.database), definitions(store.database)
        # A tournament that was not begun yet has no data folder.
        except NotFoundError:
            return {}, ""

    def check_shown(self, name: str) -> None:
        """Raise NotFoundError unless the tournament is shown here."""
        heads = self.heads()
        # Of a file alone no other tournaments are shown, but these were made for the page.
        if self.shows_first_matches and is_first(name) and name in heads:
            return
        names = self._shown(heads)
        if name not in names:
            there = ", ".join(names) or "none yet"
            raise NotFoundError(f"there is no tournament {name!r} here; there are: {there}")

    def made(self, key: object, make: Callable[[Store], Made], least: float = LEAST) -> Made:
        """What `make` makes of the results, kept until something is saved, and `least` seconds.

        All tournaments of the folder count: what is a secret in one may depend on another.
        """
        heads, definitions = self._state()
        # Links are hashes of all that came before: where they are the same, nothing was saved.
        version = " ".join(heads.values())
        # What a definition says holds at once, as it may open boards that were closed.
        key = (key, definitions)

        def from_store() -> object:
            # Of one moment, whoever saves meanwhile.
            with self.store() as store, store.database.snapshot():
                return make(store)

        # A key always has the same function, whose result is of one type.
        return self._pages.get(key, version, from_store, least)  # type: ignore[return-value]
