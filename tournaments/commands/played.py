"""Finds the tournaments of a file for commands that show them, also those of older rules."""

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
    """The names in the tournament file; for `play` or `duel` that of their last tournament.

    A wrong file, such as one with options that the installed rules refuse, is taken all the same if
    the data folder has all tournaments that it names, and some were played by other rules. Raises
    TournamentFileError for any other file that cannot be read or is wrong.
    """
    try:
        return competition.find(file)
    except TournamentFileError:
        # Checked first, as opening the store would make a database, also for a misspelt file name.
        if not has_database(data_folder()):
            raise
        names = _unchecked_names(file)
        if names is None or not _begun_by_other_rules(names):
            raise
        return names


def tell_other_rules(store: Store, names: Iterable[str]) -> None:
    """Say which of the tournaments `names` were played by other rules, and what that means.

    Raises NothingPlayedError when nothing is stored of one.
    """
    for name in names:
        if rules := _other_rules(stored(store, name)):
            say(
                err,
                f"stych: {name} was played by {rules}: its table is as it was, and its matches can"
                " be played again only by the stych that played them",
            )


def _unchecked_names(file: Path) -> CompetitionNames | None:
    try:
        return competition.unchecked_names(file)
    except TournamentFileError:
        return None


def _begun_by_other_rules(names: CompetitionNames) -> bool:
    """Whether all the tournaments were begun, and some by other rules than the installed ones."""
    with Store(data_folder()) as store:
        definitions = [store.definition(name) for name in names.tournaments]
    return all(definitions) and any(
        _other_rules(Definition("", values or {})) for values in definitions
    )


def _other_rules(definition: Definition) -> str:
    """The version of the rules that were used, as a clause.

    "" for the installed rules, and for a game that is not installed.
    """
    return other_rules(definition.game, definition.rules_version)
