"""What tournament files and league files have in common: how they are read, and their messages."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from referee.files import TOURNAMENT_BYTES, FileError
from referee.toml import parse_toml, problems, read_text
from referee.toml_lines import Place, line_of
from tournaments.core.errors import TournamentFileError

Model = TypeVar("Model", bound=BaseModel)


def read_values(path: Path, located: Path) -> tuple[str, dict[str, Any]]:
    """The text and the values of the file, which messages call `path`.

    Raises FileNotFoundError, and TournamentFileError for one that cannot be read.
    """
    # Bounded, as the file may come out of somebody else's archive.
    try:
        text = read_text(located, TOURNAMENT_BYTES)
        return text, parse_toml(text)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise TournamentFileError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise TournamentFileError(f"{path} {error}") from None


def values_of(path: Path, text: str) -> dict[str, Any]:
    """The values of the text, which `path` would hold. Raises TournamentFileError."""
    if len(text.encode()) > TOURNAMENT_BYTES:
        raise TournamentFileError(f"{path} would be larger than {TOURNAMENT_BYTES} bytes")
    try:
        return parse_toml(text)
    except FileError as error:
        raise TournamentFileError(f"{path} {error}") from None


def place_text(path: Path, lines: Callable[[], Mapping[Place, int]], place: Place) -> str:
    """The file, and the line of the place in it if there is one, as editors know them."""
    line = line_of(place, lines())
    return f"{path}:{line}" if line else str(path)


def validated(
    model: type[Model], values: Mapping[str, Any], where: str | Callable[[Place], str]
) -> Model:
    """The values of a file, as the model has them.

    Raises TournamentFileError with all problems, each after `where` it is: what the values stand
    in, or what says so for the place of one.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        told = (
            f"{where if isinstance(where, str) else where(place)}: {said}"
            for place, said in problems(error, model)
        )
        raise TournamentFileError(*told) from None
