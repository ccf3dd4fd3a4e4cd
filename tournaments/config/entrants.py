"""Finds the entrants of a tournament, reads their bots, hashes their files and builds them."""

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
from referee.serving_agents import check_no_link
from tournaments.config.tournament_file import EntrantEntry, Tournament
from tournaments.resources.samples import is_sample, sample
from tournaments.resources.scaffold import all_sources
from tournaments.submissions.reference import Reference

# Not imported at run time, since it loads the database, which is slow.
if TYPE_CHECKING:
    from tournaments.submissions.registry import BotRegistry


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a tournament: a local bot, a remote bot, or a language model."""

    name: str
    """The name in the rating table."""
    digest: str
    """A SHA-256 in hexadecimal: of the bot's files, of the name of a remote bot, or of the settings
    and prompts of a language model."""
    entry: BotEntry | None
    """The local bot that is started; None for a remote bot and for a language model."""
    is_stored: bool = False
    """Whether the bot is a stored one, which was built when it was submitted."""
    model: ModelEntry | None = None
    """The language model; None for a bot."""


def resolve(
    tournament: Tournament,
    base: Path,
    registry: "BotRegistry | None" = None,
    begun: Mapping[str, str] | None = None,
) -> list[Entrant]:
    """The entrants, sorted by name, with the twin of the null pair if the file asks for one.

    Paths of bots are relative to `base`. Stored bots are looked up in `registry`; None refuses
    them. `begun` has the digests of the entrants with which the tournament was begun, by name.
    Raises UserError for a bot that cannot take part, for two entrants of one name, and for a null
    pair of no entrant.
    """
    entrants = [
        _resolve(entry, base, registry, begun or {}, tournament) for entry in tournament.entrants
    ]
    if tournament.null_pair:
        entrants.append(_twin(tournament.null_pair, entrants))
    # Sorted, so that the same entrants in another order are the same tournament.
    entrants.sort(key=_name)
    doubled = [name for name, n in Counter(map(_name, entrants)).items() if n > 1]
    if doubled:
        raise UserError(
            f"two entrants are called {doubled[0]!r}: give one of them another `name`"
            " in its [[entrants]] entry"
        )
    return entrants


def programs(entrants: Iterable[Entrant]) -> list[str]:
    """The first words of the commands of local bots, without those that are files of the bot."""
    entries = (entrant.entry for entrant in entrants if entrant.entry)
    commands = ((each.manifest.command[0], each.folder) for each in entries)
    return [program for program, folder in commands if not is_own(program, folder)]


def bot_folder(bot: str, base: Path, game: str) -> Path:
    """The folder of a bot that is named by a path relative to `base`, or as sample/NAME.

    A folder of the user at this path goes before a sample bot. The folder need not exist.
    Raises UserError when there is no sample bot of this name, and as `check_no_link` does.
    """
    check_no_link(base / bot)
    folder = (base / bot).resolve()
    # `exists` is asked last: for all other names it may be forbidden to look at the folder.
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
        raise UserError(f"null_pair must be one of {', '.join(by_name)}; received {name!r}")
    # The name is cut, since a name has at most 40 characters and "-twin" has 5.
    original, twin = by_name[name], f"{name[:35]}-twin"
    entry = replace(original.entry, name=twin) if original.entry else None
    return replace(original, name=twin, entry=entry)


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
        # A path in a file is relative to the folder of the file, which may surprise, so the message
        # says so. With the current folder as base the path is as on a command line.
        if base == Path() or Path(entry.bot).is_absolute() or is_sample(entry.bot):
            raise
        setting = f"bot = {entry.bot!r}, relative to its own folder"
        raise UserError(f"{error}; the tournament file says {setting}") from None


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
    # The folder is read-only, but the owner of the data folder can make it writable.
    if entrant.digest != version.digest:
        raise UserError(f"{registry.folder(version)} was changed: it is not {version} any more")
    return replace(entrant, is_stored=True)


def _entrant(entry: EntrantEntry, folder: Path, game: str, shown: object) -> Entrant:
    """The entrant of the bot in the folder, which a message calls `shown`. Raises UserError."""
    toml = manifest(folder)
    if game not in toml.games:
        played = ", ".join(toml.games)
        raise UserError(f"{shown} does not play {game}; the games in its bot.toml: {played}")
    try:
        hashed = digest(folder, built=toml.build is not None)
    except ManifestError as error:
        raise UserError(str(error)) from None
    name = entry.name or toml.name
    return Entrant(name, hashed, BotEntry(name, folder, toml))


def _remote(name: str) -> Entrant:
    """The entrant of a remote bot. Its files are elsewhere, so its digest is that of its name."""
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
    """Run the build commands of the local bots, once for each folder; stored bots have been built.

    A build ends early when `stopped` gives True. `watch` shows a build under the name of its
    entrant. Folders in `built` are skipped, and each folder that was built is added to it. Raises
    UserError when a build fails or is stopped, and OSError when no temporary folder can be made.
    """
    built = set() if built is None else built
    # By folder, since both entrants of a null pair have the same one.
    commands = {
        entrant.entry.folder: (entrant.name, entrant.entry.manifest.build)
        for entrant in entrants
        if entrant.entry and entrant.entry.manifest.build and not entrant.is_stored
    }
    for folder, (name, command) in commands.items():
        if folder in built:
            continue
        with watch(name) as hear:
            if problem := run_build(
                command, folder, stopped, isolation, hear=hear, templates=all_sources()
            ):
                raise UserError(f"{folder} cannot be built: {problem}")
        built.add(folder)
