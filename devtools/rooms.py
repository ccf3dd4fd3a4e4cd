"""Writes the sizes of today into the table of rooms in docs/architecture.md.

python -m devtools.rooms
"""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "architecture.md"
# A row ends with what is there now.
_ROW: Final = re.compile(
    r"^(?P<begin>\| [0-9 ]*\| (?P<rooms>.+?) \|.*\| )\d+ files, [\d,]+ lines \|$"
)


def sizes(rooms: str) -> tuple[int, int]:
    """The files and lines of Python of a row's rooms, named as there; "all" is all of them."""
    if rooms == "all":
        places = [ROOT / "tournaments", ROOT / "devtools" / "stych_devtools"]
        files = [path for place in places for path in place.rglob("*.py")]
    else:
        files = [path for name in re.findall(r"`(.+?)`", rooms) for path in _files(name)]
    ours = [path for path in files if "versions" not in path.parts]
    return len(ours), sum(path.read_text("utf-8").count("\n") for path in ours)


def _files(name: str) -> list[Path]:
    inside = ROOT / ("devtools" if name.startswith("stych_devtools") else "tournaments")
    if name.endswith("/"):
        return sorted((inside / name).rglob("*.py"))
    return [inside / f"{name}.py"]


def main() -> None:
    """Write the page anew."""
    lines = PAGE.read_text("utf-8").splitlines()
    PAGE.write_text("".join(f"{_of_today(line)}\n" for line in lines), "utf-8")


def _of_today(line: str) -> str:
    row = _ROW.match(line)
    if not row:
        return line
    files, count = sizes(row["rooms"])
    return f"{row['begin']}{files} files, {count:,} lines |"


if __name__ == "__main__":
    main()
