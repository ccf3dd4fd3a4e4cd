"""Arguments that several commands take."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument(help="a tournament file (TOML)", metavar="FILE")]
PlayedFile = Annotated[
    Path,
    typer.Argument(
        help="a tournament file (TOML); or play or duel, for the last `stych play` or `stych duel`",
        metavar="FILE",
    ),
]


class OutputFormat(StrEnum):
    """The values of `FormatOption`. Commands with more formats have an option of their own."""

    RICH = "rich"
    JSON = "json"


FormatOption = Annotated[OutputFormat, typer.Option("--format", help="how to print it")]
