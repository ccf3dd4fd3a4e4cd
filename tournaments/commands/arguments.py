"""Arguments that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument(help="a tournament file (TOML)", metavar="FILE")]
PlayedFile = Annotated[
    Path,
    typer.Argument(help="a tournament file (TOML); or play or duel, see there", metavar="FILE"),
]
