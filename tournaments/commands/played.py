"""The tournaments of a file that commands show, also those of rules that are not here any more."""

from collections.abc import Iterable
from pathlib import Path

from referee.games.registry import other_rules
from tournaments.commands.console import data_folder, err, say
from tournaments.config import competition
from tournaments.config.competition import CompetitionNames
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.core.errors import TournamentFileError
from tournaments.storage.address import has_database
from tournaments.storage.store import Store


def find_played(file: Path) -> CompetitionNames:
    """The names in the tournament file, or those that `stych play` and `stych duel` keep.

    A file with options that these rules refuse is good enough for its names, if the data folder
    keeps what was played by the rules that had them. Raises TournamentFileError.
    """
    try:
        return competition.find(file)
    except TournamentFileError:
        # Nothing is made here for a file that is only misspelt.
        if not has_database(data_folder()):
            raise
        names = _names_alone(file)
        if names is None or not _are_of_other_rules(names):
            raise
        return names


def tell_other_rules(store: Store, names: Iterable[str]) -> None:
    """Say of each tournament that was played by other rules what can and cannot be shown of it."""
    for name in names:
        if other := _other_rules(stored(store, name)):
            say(
                err,
                f"stych: {name} was played by {other}: its table is as it was, and its matches can"
                " be played again only by the stych that played them",
            )


def _names_alone(file: Path) -> CompetitionNames | None:
    try:
        return competition.names_alone(file)
    except TournamentFileError:
        return None


def _are_of_other_rules(names: CompetitionNames) -> bool:
    """Whether all of them were played, and some by other rules than these."""
    with Store(data_folder()) as store:
        kept = [store.definition(name) for name in names.tournaments]
    return all(kept) and any(_other_rules(Definition("", values or {})) for values in kept)


def _other_rules(definition: Definition) -> str:
    return other_rules(definition.game, definition.rules_version)
