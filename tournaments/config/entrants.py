"""The entrants of a tournament: bots found, read, built, and known by their contents."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from referee.errors import UserError
from referee.models.model_entry import ModelEntry
from referee.models.settings import ModelSettings
from referee.rpc.bot_entry import BotEntry
from referee.rpc.build import Watch, run_build, unwatched
from referee.rpc.manifest import Manifest, ManifestError, digest, read_manifest
from referee.sandbox.isolation import Isolation
from referee.sandbox.visible import is_own
from referee.serving_agents import check_unmoved
from tournaments.config.tournament_file import EntrantEntry, Tournament
from tournaments.resources.samples import is_sample, sample
from tournaments.resources.scaffold import templates
from tournaments.submissions.reference import Reference

# Not imported at run time: it needs the database, which is slow to load.
if TYPE_CHECKING:
    from tournaments.submissions.registry import BotRegistry


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot version that takes part."""

    name: str
    """Its name in the table."""
    digest: str
    """The SHA-256 of its files, or of its name when it dials in."""
    entry: BotEntry | None
    """What is to be started; None for one that dials in, and for a language model."""
    built: bool = False
    """Whether it is a stored bot, which was built before it was stored."""
    model: ModelEntry | None = None
    """The language model that it is; None for a bot."""


def resolve(
    tournament: Tournament,
    base: Path,
    registry: "BotRegistry | None" = None,
    begun: Mapping[str, str] | None = None,
) -> list[Entrant]:
    """The entrants, in order of names, the twin of the null pair among them.

    Stored bots are taken from the registry; `begun` has the digests of the entrants with which the
    tournament was begun, by name. Raises UserError for a bot that cannot take part.
    """
    entrants = [
        _resolve(entry, base, registry, begun or {}, tournament) for entry in tournament.entrants
    ]
    if tournament.null_pair:
        entrants.append(_twin(tournament.null_pair, entrants))
    # By name, so that a file in another order is the same tournament.
    entrants.sort(key=_name)
    doubled = [name for name, n in Counter(map(_name, entrants)).items() if n > 1]
    if doubled:
        raise UserError(
            f"two entrants are called {doubled[0]!r}: give one of them another `name`"
            " in its [[entrants]] entry"
        )
    return entrants


def programs(entrants: Iterable[Entrant]) -> list[str]:
    """The programs of this machine that their commands begin with; not those of a bot's folder."""
    entries = (entrant.entry for entrant in entrants if entrant.entry)
    begins = ((each.manifest.command[0], each.folder) for each in entries)
    return [word for word, own in begins if not is_own(word, own)]


def bot_folder(bot: str, base: Path, game: str) -> Path:
    """The folder of a bot that is named by its path, or as a sample bot: sample/NAME.

    A folder of the user's goes before a sample. It may not be there. Raises UserError when there is
    no sample bot of this name, and as `check_unmoved` does.
    """
    check_unmoved(base / bot)
    folder = (base / bot).resolve()
    # Asked in this order, as it may be forbidden to look at another folder.
    if is_sample(bot) and not folder.exists():
        return sample(bot, game) or folder
    return folder


def manifest(folder: Path) -> Manifest:
    """The bot.toml in a bot's folder. Raises UserError when it is missing or wrong."""
    try:
        return read_manifest(folder)
    except ManifestError as error:
        raise UserError(str(error)) from None


def _name(entrant: Entrant) -> str:
    return entrant.name


def _twin(name: str, entrants: Iterable[Entrant]) -> Entrant:
    by_name = {_name(entrant): entrant for entrant in entrants}
    if name not in by_name:
        raise UserError(f"null_pair must be of {', '.join(by_name)}; received {name!r}")
    # Cut, since a name has at most 40 characters.
    own, twin = by_name[name], f"{name[:35]}-twin"
    entry = replace(own.entry, name=twin) if own.entry else None
    return replace(own, name=twin, entry=entry)


def _resolve(
    entry: EntrantEntry,
    base: Path,
    registry: "BotRegistry | None",
    begun: Mapping[str, str],
    tournament: Tournament,
) -> Entrant:
    game = tournament.game
    if entry.llm is not None:
        return _model(entry.name or "", entry.llm, tournament)
    if entry.bot is None:
        return _remote(entry.name or "")
    if reference := Reference.of(entry.bot):
        return _stored(entry, reference, registry, begun, game)
    folder = bot_folder(entry.bot, base, game)
    try:
        return _entrant(entry, folder, game, folder)
    except UserError as error:
        # On a command line a path means what it means to the shell; in a file it may surprise.
        if base == Path() or Path(entry.bot).is_absolute() or is_sample(entry.bot):
            raise
        said = f"bot = {entry.bot!r}, relative to its own folder"
        raise UserError(f"{error}; the tournament file says {said}") from None


def _stored(
    entry: EntrantEntry,
    reference: Reference,
    registry: "BotRegistry | None",
    begun: Mapping[str, str],
    game: str,
) -> Entrant:
    if registry is None:
        raise UserError(f"without a data folder there are no stored bots; received {reference}")
    version = registry.enter(reference, begun.get(entry.name or reference.name))
    entrant = _entrant(entry, registry.folder(version), game, version)
    # The folder is read-only, but whoever owns the data folder can change that.
    if entrant.digest != version.digest:
        raise UserError(f"{registry.folder(version)} was changed: it is not {version} any more")
    return replace(entrant, built=True)


def _entrant(entry: EntrantEntry, folder: Path, game: str, shown: object) -> Entrant:
    own = manifest(folder)
    if game not in own.games:
        played = ", ".join(own.games)
        raise UserError(f"{shown} does not play {game}; the games in its bot.toml: {played}")
    try:
        hashed = digest(folder, built=own.build is not None)
    except ManifestError as error:
        raise UserError(str(error)) from None
    name = entry.name or own.name
    return Entrant(name, hashed, BotEntry(name, folder, own))


def _remote(name: str) -> Entrant:
    """An entrant that dials in: what it is cannot be known, so its digest is that of its name."""
    return Entrant(name, hashlib.sha256(f"stych/1 remote\0{name}".encode()).hexdigest(), None)


def _model(name: str, settings: ModelSettings, tournament: Tournament) -> Entrant:
    model = ModelEntry.of(tournament.make_game(), settings)
    return Entrant(name, model.digest, None, model=model)


def build(
    entrants: Iterable[Entrant],
    stopped: Callable[[], bool] = lambda: False,
    isolation: Isolation | None = None,
    built: set[Path] | None = None,
    watch: Watch = unwatched,
) -> None:
    """Run the build commands, each folder's once; stored bots are built already.

    `watch` shows each under the name of its entrant. Folders in `built` are built already as well,
    and those that are built now are put there. Raises UserError when one fails, and OSError when no
    temporary folder can be made.
    """
    built = set() if built is None else built
    # By folder, since the twin of a null pair has the same one.
    commands = {
        entrant.entry.folder: (entrant.name, entrant.entry.manifest.build)
        for entrant in entrants
        if entrant.entry and entrant.entry.manifest.build and not entrant.built
    }
    for folder, (name, command) in commands.items():
        if folder in built:
            continue
        with watch(name) as hear:
            if problem := run_build(
                command, folder, stopped, isolation, hear=hear, templates=templates()
            ):
                raise UserError(f"{folder} cannot be built: {problem}")
        built.add(folder)
