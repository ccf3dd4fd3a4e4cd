"""Reads tournament files: a file has one tournament, or several divisions that share keys."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from referee.files import exists
from referee.text import did_you_mean, quoted
from referee.toml_lines import Place, key_lines
from tournaments.config.file_values import place_text, read_values, values_of
from tournaments.config.tournament_file import QUICK, Tournament, from_mapping
from tournaments.core.errors import TournamentFileError
from tournaments.resources.examples import example, examples


@dataclass(frozen=True, slots=True)
class CompetitionNames:
    """The names under which a data folder stores the tournaments of a file."""

    name: str
    """The name in the file; with divisions the first part of the names of the tournaments."""
    divisions: Mapping[str, str]
    """The names of the tournaments, by division; under "" when there are no divisions."""

    @property
    def tournaments(self) -> Sequence[str]:
        """The names of the tournaments, in the order of the file."""
        return list(self.divisions.values())


@dataclass(frozen=True, slots=True)
class Competition:
    """The contents of a tournament file. A division is a tournament called COMPETITION.DIVISION."""

    name: str
    """The name in the file."""
    folder: Path
    """The folder that the paths in the file are relative to."""
    divisions: Mapping[str, Tournament]
    """By name of the division, in the order of the file; under "" without divisions."""

    @property
    def tournaments(self) -> Sequence[Tournament]:
        """All tournaments, in the order of the file."""
        return list(self.divisions.values())

    @property
    def names(self) -> CompetitionNames:
        """The names under which a data folder stores the results."""
        return CompetitionNames(self.name, {key: each.name for key, each in self.divisions.items()})


def located(path: Path) -> Path:
    """The path if something is there; else the example tournament of this name; else the path."""
    return path if exists(path) else example(str(path)) or path


def find(path: Path) -> CompetitionNames:
    """The names in the tournament file; `play` and `duel` name the tournaments of these commands.

    A file that is called `play` or `duel` takes precedence over them. Raises TournamentFileError as
    `read` does.
    """
    name = str(path)
    if name in QUICK and not exists(path):
        return CompetitionNames(name, {"": name})
    return read(path).names


def unchecked_names(path: Path) -> CompetitionNames:
    """The names in a tournament file, without a check of anything but that they are texts.

    So results can be found by a file that this version refuses, for example because of options that
    it no longer knows. Raises TournamentFileError when the file cannot be read or has no name.
    """
    _, values = _parsed(path)
    divisions = values.get("divisions")
    if divisions is None:
        keys = {"": values.get("name")}
    elif isinstance(divisions, list) and all(isinstance(each, dict) for each in divisions):
        common, parts = values.get("name"), [_division_name(values, each) for each in divisions]
        are_texts = isinstance(common, str) and all(isinstance(part, str) for part in parts)
        keys = {part: f"{common}.{part}" for part in parts} if are_texts else {}
    else:
        keys = {}
    names = {key: name for key, name in keys.items() if isinstance(name, str)}
    if not names:
        raise TournamentFileError(f"{path}: it has no name")
    return CompetitionNames(str(values.get("name")), names)


def read(path: Path) -> Competition:
    """The contents of the file. Raises TournamentFileError when it cannot be read or is wrong."""
    return _read(path, *_parsed(path))


def with_text(path: Path, text: str) -> Competition:
    """The contents that the file would have with this text. Raises TournamentFileError.

    Nothing is read or written.
    """
    return _read(path, text, values_of(path, text))


def _read(path: Path, text: str, values: dict[str, Any]) -> Competition:
    divisions = values.pop("divisions", None)
    # Computed at most once, and only when a message needs them.
    lines = cache(lambda: key_lines(text))
    if divisions is None:
        tournament = from_mapping(values, partial(place_text, path, lines))
        if any(entrant.divisions is not None for entrant in tournament.entrants):
            raise TournamentFileError(f"{path}: an entrant has divisions, but the file has none")
        tournaments = {"": tournament}
        name = tournament.name
    else:
        name = str(values.get("name", ""))
        tournaments = _divisions(values, divisions, path, lines)
    # A new series or duel of these commands replaces all that has this name.
    if name in QUICK:
        raise TournamentFileError(
            f"{path}: name must not be {name!r}, which `stych {name}` uses for its own matches"
        )
    return Competition(name, located(path).parent, tournaments)


def _parsed(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of the file, and the values in it. Raises TournamentFileError."""
    try:
        return read_values(path, located(path))
    except FileNotFoundError:
        raise TournamentFileError(f"there is no tournament file {path}{_instead(path)}") from None


def _instead(path: Path) -> str:
    """The end of a sentence about a file that is not there: what the user may have meant."""
    if str(path) in QUICK:
        return f"; `stych {path}` needs none"
    # A path without a suffix may have been meant as the name of an example.
    if path.suffix:
        return ""
    return f"; the examples are {', '.join(examples())}{did_you_mean(str(path), examples())}"


def _divisions(
    common: dict[str, Any], divisions: object, path: Path, lines: Callable[[], Mapping[Place, int]]
) -> dict[str, Tournament]:
    """The tournaments by name of the division. A key of a division overrides the one in `common`.

    Raises TournamentFileError.
    """
    if not isinstance(divisions, list) or not divisions:
        raise TournamentFileError(
            f"{path}: divisions must be written [[divisions]]; received {quoted(divisions)}"
        )
    named = [
        _division(common, each, number, partial(place_text, path, lines))
        for number, each in enumerate(divisions)
    ]
    doubled = [name for name, times in Counter(name for name, _ in named).items() if times > 1]
    if doubled:
        raise TournamentFileError(
            f"{path}: every division needs a name of its own; more than once: {quoted(doubled[0])}"
        )
    _check_entrants(common, [name for name, _ in named], path)
    return dict(named)


def _division(
    common: dict[str, Any], own: object, number: int, where: Callable[[Place], str]
) -> tuple[str, Tournament]:
    """The name and the tournament of the division with this number, whose own keys are `own`."""
    table: Place = ("divisions", number)
    label = f"divisions[{number}]"
    if not isinstance(own, dict):
        raise TournamentFileError(
            f"{where(table)}: {label} must be a table; received {quoted(own)}"
        )
    name = _division_name(common, own)
    # The ids of matches depend on this name, and must differ between divisions.
    values = {**common, **own, "name": f"{common.get('name')}.{name}"}
    entrants = values.get("entrants")
    chosen: list[int] = []
    if isinstance(entrants, list):
        chosen = [n for n, each in enumerate(entrants) if _takes_part(each, name)]
        values["entrants"] = [entrants[n] for n in chosen]

    def in_file(place: Place) -> str:
        # The place counts only the chosen entrants; in the file the others stand between them.
        if place[:1] == ("entrants",) and len(place) > 1:
            place = ("entrants", chosen[int(place[1])], *place[2:])
        is_above = bool(place) and place[0] not in own
        return f"{where(place if is_above else (*table, *place))}: {label}"

    return str(name), from_mapping(values, in_file)


def _division_name(common: Mapping[str, Any], own: Mapping[str, Any]) -> Any:
    # Mostly there is one division for each game, so the id of the game is the default.
    return own.get("name", own.get("game", common.get("game")))


def _takes_part(entrant: object, division: object) -> bool:
    # An entrant with a wrong type of `divisions` is included, so that validation refuses it.
    chosen = entrant.get("divisions") if isinstance(entrant, dict) else None
    return not isinstance(chosen, list) or division in chosen


def _check_entrants(common: dict[str, Any], divisions: Sequence[str], path: Path) -> None:
    """Raise TournamentFileError if entrants in `common` are no tables, or name unknown divisions.

    `common` are the keys above the divisions. If every division has entrants of its own, no
    division validates these.
    """
    entrants = common.get("entrants", [])
    if not isinstance(entrants, list) or not all(isinstance(each, dict) for each in entrants):
        raise TournamentFileError(
            f"{path}: entrants must be written [[entrants]]; received {quoted(entrants)}"
        )
    for number, entrant in enumerate(entrants):
        chosen = entrant.get("divisions", [])
        named = chosen if isinstance(chosen, list) else [chosen]
        if unknown := [each for each in named if each not in divisions]:
            raise TournamentFileError(
                f"{path}: entrants[{number}].divisions must be among {', '.join(divisions)};"
                f" received {quoted(unknown[0])}"
            )
