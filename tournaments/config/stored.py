"""The definition of a tournament as a data folder has it."""

from tournaments.config.definition import Definition
from tournaments.core.errors import NothingPlayedError
from tournaments.storage.store import Store


def stored(store: Store, name: str) -> Definition:
    """The definition in the data folder. Raises NothingPlayedError, a UserError."""
    values = store.definition(name)
    if values is None:
        raise NothingPlayedError(
            f"nothing of the tournament {name!r} was played in {store.folder} yet"
        )
    return Definition(name, values)
