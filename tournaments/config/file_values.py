"""Reads and validates the TOML files that people write: tournament files and league files."""

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
    """The text and the values of the file `located`, which messages call `path`.

    Raises FileNotFoundError when there is no file, and TournamentFileError when it cannot be read
    or is no TOML.
    """
    # The size is bounded, since the file may come from somebody else's archive.
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
    """The values of a TOML text that is to be written to `path`, which messages name.

    Raises TournamentFileError when the text is too large or no TOML.
    """
    if len(text.encode()) > TOURNAMENT_BYTES:
        raise TournamentFileError(f"{path} would be larger than {TOURNAMENT_BYTES} bytes")
    try:
        return parse_toml(text)
    except FileError as error:
        raise TournamentFileError(f"{path} {error}") from None


def place_text(path: Path, lines: Callable[[], Mapping[Place, int]], place: Place) -> str:
    """The place, for a message: FILE:LINE, which editors can open; FILE if it has no line."""
    line = line_of(place, lines())
    return f"{path}:{line}" if line else str(path)


def validated(
    model: type[Model], values: Mapping[str, Any], where: str | Callable[[Place], str]
) -> Model:
    """The values of a file as an instance of the model.

    Raises TournamentFileError with all problems. Each begins with `where`: a text, or a function
    that gives the text for the place of the problem.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        sentences = (
            f"{where if isinstance(where, str) else where(place)}: {problem}"
            for place, problem in problems(error, model)
        )
        raise TournamentFileError(*sentences) from None
