"""Writes the present sizes of rooms into the table in docs/architecture.md.

python -m devtools.rooms
"""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "architecture.md"
# A row of the table: its first cell is a number or empty, its last cell the present size.
_ROW: Final = re.compile(
    r"^(?P<begin>\| [0-9 ]*\| (?P<rooms>.+?) \|.*\| )\d+ files, [\d,]+ lines \|$"
)


def sizes(rooms: str) -> tuple[int, int]:
    """How many files and lines of Python there are in rooms, without `migrations/versions`.

    `rooms` is the cell of a row that names them in backticks; "all" stands for all rooms.
    """
    if rooms == "all":
        folders = [ROOT / "tournaments", ROOT / "devtools" / "stych_devtools"]
        files = [path for folder in folders for path in folder.rglob("*.py")]
    else:
        files = [path for name in re.findall(r"`(.+?)`", rooms) for path in _files(name)]
    counted = [path for path in files if "versions" not in path.parts]
    return len(counted), sum(path.read_text("utf-8").count("\n") for path in counted)


def _files(name: str) -> list[Path]:
    """The files of one room: a folder if the name ends with a slash, else a file."""
    parent = ROOT / ("devtools" if name.startswith("stych_devtools") else "tournaments")
    if name.endswith("/"):
        return sorted((parent / name).rglob("*.py"))
    return [parent / f"{name}.py"]


def main() -> None:
    """Write the page again, with the present sizes."""
    lines = PAGE.read_text("utf-8").splitlines()
    PAGE.write_text("".join(f"{_with_size(line)}\n" for line in lines), "utf-8")


def _with_size(line: str) -> str:
    row = _ROW.match(line)
    if not row:
        return line
    files, count = sizes(row["rooms"])
    return f"{row['begin']}{files} files, {count:,} lines |"


if __name__ == "__main__":
    main()
