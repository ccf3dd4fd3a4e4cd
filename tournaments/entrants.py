"""From the bots that a tournament names to what can be started, each known by its contents."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from referee.rpc.build import run_build
from referee.rpc.local_bot import Entry
from referee.rpc.manifest import Manifest, ManifestError, digest, read_manifest
from tournaments.errors import UserError
from tournaments.model import EntrantEntry, Tournament


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot version that takes part."""

    entry: Entry
    digest: str


def resolve(tournament: Tournament, base: Path) -> list[Entrant]:
    """The entrants, in order of names, the twin of the null pair among them.

    Raises UserError for a bot that cannot take part.
    """
    entrants = [_resolve(entry, base, tournament.game) for entry in tournament.entrants]
    if tournament.null_pair:
        entrants.append(_twin(tournament.null_pair, entrants))
    entrants.sort(key=_name)
    doubled = [name for name, n in Counter(map(_name, entrants)).items() if n > 1]
    if doubled:
        raise UserError(
            f"two entrants are called {doubled[0]!r}: give one of them another `name`"
            " in its [[entrants]] entry"
        )
    return entrants


def manifest(folder: Path) -> Manifest:
    """The manifest in a bot's folder. Raises UserError."""
    try:
        return read_manifest(folder)
    except ManifestError as error:
        raise UserError(str(error)) from None


def _name(entrant: Entrant) -> str:
    return entrant.entry.name


def _twin(name: str, entrants: Iterable[Entrant]) -> Entrant:
    by_name = {_name(entrant): entrant for entrant in entrants}
    if name not in by_name:
        raise UserError(f"null_pair must be of {', '.join(by_name)}; received {name!r}")
    entry = by_name[name].entry
    return Entrant(replace(entry, name=f"{name[:35]}-twin"), by_name[name].digest)


def _resolve(entry: EntrantEntry, base: Path, game: str) -> Entrant:
    folder = (base / entry.bot).resolve()
    own = manifest(folder)
    if game not in own.games:
        played = ", ".join(own.games)
        raise UserError(f"{folder} does not play {game}; the games in its bot.toml: {played}")
    try:
        hashed = digest(folder, built=own.build is not None)
    except ManifestError as error:
        raise UserError(str(error)) from None
    return Entrant(Entry(entry.name or own.name, folder, own), hashed)


def build(entrants: Iterable[Entrant], home: Path) -> None:
    """Run the build commands, each folder's once. Raises UserError when one fails."""
    commands = {
        entrant.entry.folder: entrant.entry.manifest.build
        for entrant in entrants
        if entrant.entry.manifest.build
    }
    for folder, command in commands.items():
        problem = run_build(command, folder, home)
        if problem:
            raise UserError(f"{folder} cannot be built: {problem}")
