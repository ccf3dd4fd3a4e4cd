"""A tournament file: one tournament, or several divisions, which may share entrants."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from referee.files import is_there
from referee.text import did_you_mean, shown
from referee.toml_lines import Place, key_lines
from tournaments.config.file_values import place_text, read_values, values_of
from tournaments.config.tournament_file import QUICK, Tournament, from_mapping
from tournaments.core.errors import TournamentFileError
from tournaments.resources.examples import example, examples


@dataclass(frozen=True, slots=True)
class CompetitionNames:
    """The names under which a data folder keeps what was played."""

    name: str
    divisions: Mapping[str, str]
    """The names of the tournaments, by division; under "" when there are no divisions."""

    @property
    def tournaments(self) -> Sequence[str]:
        """The names of its tournaments, in the order of the file."""
        return list(self.divisions.values())


@dataclass(frozen=True, slots=True)
class Competition:
    """What a file holds. Divisions are tournaments of their own, called COMPETITION.DIVISION."""

    name: str
    folder: Path
    """The folder that the paths in the file are relative to."""
    divisions: Mapping[str, Tournament]
    """By name, in the order of the file; under "" when the file has no divisions."""

    @property
    def tournaments(self) -> Sequence[Tournament]:
        """The tournaments of all divisions, in the order of the file."""
        return list(self.divisions.values())

    @property
    def names(self) -> CompetitionNames:
        """Under which names its results are kept."""
        return CompetitionNames(self.name, {key: each.name for key, each in self.divisions.items()})


def located(path: Path) -> Path:
    """The tournament file; where there is none, the example of this name; else the path itself."""
    return path if is_there(path) else example(str(path)) or path


def find(path: Path) -> CompetitionNames:
    """The names in the tournament file, or those that `stych play` and `stych duel` keep.

    A file that is called `play` or `duel` goes first. Raises TournamentFileError.
    """
    name = str(path)
    if name in QUICK and not path.exists():
        return CompetitionNames(name, {"": name})
    return read(path).names


def names_alone(path: Path) -> CompetitionNames:
    """The names in a tournament file of which nothing else need be right, such as old options.

    Raises TournamentFileError for one that cannot be read, or has no names.
    """
    _, values = _parsed(path)
    divisions = values.get("divisions")
    if divisions is None:
        keys = {"": values.get("name")}
    elif isinstance(divisions, list) and all(isinstance(each, dict) for each in divisions):
        named, own = values.get("name"), [_division_name(values, each) for each in divisions]
        whole = isinstance(named, str) and all(isinstance(each, str) for each in own)
        keys = {each: f"{named}.{each}" for each in own} if whole else {}
    else:
        keys = {}
    names = {key: name for key, name in keys.items() if isinstance(name, str)}
    if not names:
        raise TournamentFileError(f"{path}: it has no name")
    return CompetitionNames(str(values.get("name")), names)


def read(path: Path) -> Competition:
    """The tournament or the divisions in the file. Raises TournamentFileError."""
    return _read(path, *_parsed(path))


def with_text(path: Path, text: str) -> Competition:
    """What the file would hold with this text. Raises TournamentFileError."""
    return _read(path, text, values_of(path, text))


def _read(path: Path, text: str, values: dict[str, Any]) -> Competition:
    divisions = values.pop("divisions", None)
    # Asked for when something is wrong.
    lines = cache(lambda: key_lines(text))
    if divisions is None:
        tournament = from_mapping(values, partial(place_text, path, lines))
        if any(entrant.divisions is not None for entrant in tournament.entrants):
            raise TournamentFileError(f"{path}: an entrant has divisions, but the file has none")
        found = {"": tournament}
        name = tournament.name
    else:
        name = str(values.get("name", ""))
        found = _divisions(values, divisions, path, lines)
    # Both commands forget what was kept under their name: the tournament would be lost.
    if name in QUICK:
        raise TournamentFileError(
            f"{path}: name must not be {name!r}, which `stych {name}` uses for its own matches"
        )
    return Competition(name, located(path).parent, found)


def _parsed(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of the file, and the values in it."""
    try:
        return read_values(path, located(path))
    except FileNotFoundError:
        raise TournamentFileError(f"there is no tournament file {path}{_instead(path)}") from None


def _instead(path: Path) -> str:
    if str(path) in QUICK:
        return f"; `stych {path}` needs none"
    # Without a suffix it may have been meant as an example's name.
    if path.suffix:
        return ""
    return f"; the examples are {', '.join(examples())}{did_you_mean(str(path), examples())}"


def _divisions(
    common: dict[str, Any], divisions: object, path: Path, lines: Callable[[], Mapping[Place, int]]
) -> dict[str, Tournament]:
    """What stands above the divisions holds for all of them, unless one says otherwise."""
    if not isinstance(divisions, list) or not divisions:
        raise TournamentFileError(
            f"{path}: divisions must be written [[divisions]]; received {shown(divisions)}"
        )
    found = [
        _division(common, each, number, partial(place_text, path, lines))
        for number, each in enumerate(divisions)
    ]
    doubled = [name for name, times in Counter(name for name, _ in found).items() if times > 1]
    if doubled:
        raise TournamentFileError(
            f"{path}: every division needs a name of its own; more than once: {shown(doubled[0])}"
        )
    _check_entrants(common, [name for name, _ in found], path)
    return dict(found)


def _division(
    common: dict[str, Any], own: object, number: int, where: Callable[[Place], str]
) -> tuple[str, Tournament]:
    at: Place = ("divisions", number)
    told = f"divisions[{number}]"
    if not isinstance(own, dict):
        raise TournamentFileError(f"{where(at)}: {told} must be a table; received {shown(own)}")
    name = _division_name(common, own)
    # The name is part of the ids of matches, which must differ between divisions.
    values = {**common, **own, "name": f"{common.get('name')}.{name}"}
    entrants = values.get("entrants")
    chosen: list[int] = []
    if isinstance(entrants, list):
        chosen = [n for n, each in enumerate(entrants) if _takes_part(each, name)]
        values["entrants"] = [entrants[n] for n in chosen]

    def in_file(place: Place) -> str:
        # The entrants of other divisions are left out of those that the place counts.
        if place[:1] == ("entrants",) and len(place) > 1:
            place = ("entrants", chosen[int(place[1])], *place[2:])
        return f"{where((*at, *place) if place[:1] and place[0] in own else place or at)}: {told}"

    return str(name), from_mapping(values, in_file)


def _division_name(common: Mapping[str, Any], own: Mapping[str, Any]) -> Any:
    # Divisions are mostly one for each game, so that is what a division is called by default.
    return own.get("name", own.get("game", common.get("game")))


def _takes_part(entrant: object, division: object) -> bool:
    # What is no list of divisions is kept, so that the check of its type refuses it in words.
    chosen = entrant.get("divisions") if isinstance(entrant, dict) else None
    return not isinstance(chosen, list) or division in chosen


def _check_entrants(common: dict[str, Any], divisions: Sequence[str], path: Path) -> None:
    """Raise TournamentFileError for entrants above the divisions that are wrong.

    Where every division has entrants of its own, nothing else looks at these.
    """
    entrants = common.get("entrants", [])
    if not isinstance(entrants, list) or not all(isinstance(each, dict) for each in entrants):
        raise TournamentFileError(
            f"{path}: entrants must be written [[entrants]]; received {shown(entrants)}"
        )
    for number, entrant in enumerate(entrants):
        chosen = entrant.get("divisions", [])
        named = chosen if isinstance(chosen, list) else [chosen]
        if unknown := [each for each in named if each not in divisions]:
            raise TournamentFileError(
                f"{path}: entrants[{number}].divisions must be of {', '.join(divisions)};"
                f" received {shown(unknown[0])}"
            )
