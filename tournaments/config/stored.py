"""Reads the definition of a tournament from a data folder."""

from tournaments.config.definition import Definition
from tournaments.core.errors import NothingPlayedError
from tournaments.storage.store import Store


def stored(store: Store, name: str) -> Definition:
    """The definition of the tournament `name` in the store.

    Raises NothingPlayedError, a UserError, when there is none, and UserError when it is damaged.
    """
    values = store.definition(name)
    if values is None:
        raise NothingPlayedError(
            f"nothing of the tournament {name!r} was played in {store.folder} yet"
        )
    return Definition(name, values)
