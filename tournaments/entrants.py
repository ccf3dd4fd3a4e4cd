"""From the bots that a tournament names to what can be started, each known by its contents."""

import hashlib
import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from referee.rpc.local_bot import Entry
from referee.rpc.manifest import Manifest, ManifestError, digest, read_manifest
from referee.rpc.process import clean_environment, describe_exit
from tournaments.errors import UserError
from tournaments.model import EntrantEntry, Tournament

_BUILD_SECONDS = 600
_TOOLS = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOCACHE": ".cache/go-build",
    "GOMODCACHE": "go/pkg/mod",
    "npm_config_cache": ".npm",
}
"""Where build tools have themselves and what they downloaded: a variable, and the folder in the
user's home that is meant when it is not set. Without them every build would begin from nothing."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot version that takes part."""

    name: str
    digest: str
    entry: Entry | None
    """What is to be started; None for one that dials in."""


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
    return entrant.name


def _twin(name: str, entrants: Iterable[Entrant]) -> Entrant:
    by_name = {_name(entrant): entrant for entrant in entrants}
    if name not in by_name:
        raise UserError(f"null_pair must be of {', '.join(by_name)}; received {name!r}")
    entrant, twin = by_name[name], f"{name[:35]}-twin"
    entry = replace(entrant.entry, name=twin) if entrant.entry else None
    return Entrant(twin, entrant.digest, entry)


def _resolve(entry: EntrantEntry, base: Path, game: str) -> Entrant:
    if entry.bot is None:
        return _remote(entry.name or "")
    folder = (base / entry.bot).resolve()
    own = manifest(folder)
    if game not in own.games:
        played = ", ".join(own.games)
        raise UserError(f"{folder} does not play {game}; the games in its bot.toml: {played}")
    try:
        hashed = digest(folder, built=own.build is not None)
    except ManifestError as error:
        raise UserError(str(error)) from None
    name = entry.name or own.name
    return Entrant(name, hashed, Entry(name, folder, own))


def _remote(name: str) -> Entrant:
    """One that dials in: what it is, nobody here can know; under its name it stays the same."""
    return Entrant(name, hashlib.sha256(f"stych/1 remote\0{name}".encode()).hexdigest(), None)


def build(entrants: Iterable[Entrant], home: Path) -> None:
    """Run the build commands, each folder's once. Raises UserError when one fails."""
    commands = {
        entrant.entry.folder: entrant.entry.manifest.build
        for entrant in entrants
        if entrant.entry and entrant.entry.manifest.build
    }
    for folder, command in commands.items():
        problem = _build(command, folder, home)
        if problem:
            raise UserError(f"{folder} cannot be built: {problem}")


def _tools() -> dict[str, str]:
    own = Path.home()
    return {name: os.environ.get(name, str(own / below)) for name, below in _TOOLS.items()}


def _build(command: tuple[str, ...], folder: Path, home: Path) -> str:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=clean_environment(home, _tools()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_BUILD_SECONDS,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return f"its build command {command[0]!r} cannot be started: {error.strerror}"
    except subprocess.TimeoutExpired:
        return f"its build command took more than {_BUILD_SECONDS} s"
    if not done.returncode:
        return ""
    last = done.stdout.splitlines()[-10:]
    return "\n".join([f"its build command {describe_exit(done.returncode)}", *last])
