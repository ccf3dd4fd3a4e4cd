"""The pictures of docs/web: how they are made, and when two are alike.

`python -m tests.web.gallery` makes them anew, of a tournament that is the same every time.
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from referee.record import Record
from tests.report.cups import hold
from tests.root import ROOT
from tests.web.browser import aside, chromium, site
from tests.web.serving import served
from tests.web.sites import cup

FOLDER: Final = ROOT / "docs" / "web"
NAMES: Final = ("anna", "bruno", "cilka", "dora", "emil")
_GRID: Final = 64
"""Pictures are compared in so many columns: fonts differ between machines, what lies where does
not."""
_UNLIKE: Final = 6.0
"""The mean difference of grey, of 255, from which on two pictures are not alike. Lines that are 8
pixels lower make 4, another page of text makes 7, a page with a table on it 50."""


@dataclass(frozen=True)
class Shot:
    """A page, in a size, light or dark."""

    path: str
    width: int = 1280
    height: int = 900
    dark: bool = False


def shots(records: Mapping[str, Record]) -> dict[str, Shot]:
    """All pictures, by the names of their files."""
    on_board = [each for each in records.values() if each.board == 3]
    one = next(each for each in on_board if each.seats[0].entrant == "anna")
    other = next(
        each
        for each in on_board
        if each.seats[1].entrant == "anna" and each.seats[0].entrant == one.seats[1].entrant
    )
    return {
        "standings": Shot("/t/cup"),
        "standings-phone": Shot("/t/cup", 360, 740, dark=True),
        "replay": Shot(f"/m/{one.id}?step=42"),
        "replay-phone": Shot(f"/m/{one.id}?seat=0&step=42", 360, 740),
        "compare": Shot(f"/compare/{one.id}/{other.id}", dark=True),
        "bot": Shot("/t/cup/bots/anna"),
    }


def played(data: Path) -> Mapping[str, Record]:
    """Play the tournament of the pictures into that data folder; the records by id."""
    return hold(data, cup(NAMES, boards=10, options={"target": 21}))


def taken(browser: Browser, address: str, shot: Shot) -> bytes:
    """The picture as PNG."""
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + shot.path)
    page.wait_for_load_state("networkidle")
    png = page.screenshot()
    context.close()
    return png


def difference(one: bytes, other: bytes) -> float:
    """How far two pictures are apart: the mean difference of grey, of 255."""
    first, second = (_coarse(each) for each in (one, other))
    if first.size != second.size:
        return 255.0
    return float(ImageStat.Stat(ImageChops.difference(first, second)).mean[0])


def alike(one: bytes, other: bytes) -> bool:
    """Whether the same things lie in the same places."""
    return difference(one, other) < _UNLIKE


def _coarse(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png)).convert("L")
    rows = round(picture.height * _GRID / picture.width)
    return picture.resize((_GRID, rows), Image.Resampling.BOX)


def pictures(browser: Browser) -> Iterator[tuple[str, bytes]]:
    """All of them, by name, as they are now."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        records: dict[str, Record] = {}
        aside(lambda: records.update(played(data)))
        with served(site(data)) as address:
            for name, shot in shots(records).items():
                yield name, taken(browser, address, shot)


def main() -> None:
    """Make the pictures of the documents anew."""
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        for name, png in pictures(browser):
            small = BytesIO()
            # A palette is enough for what has so few colours, and a fourth of the size.
            Image.open(BytesIO(png)).convert("RGB").quantize(128).save(small, "PNG", optimize=True)
            (FOLDER / f"{name}.png").write_bytes(small.getvalue())
            sys.stdout.write(f"{name}: {len(small.getvalue()) // 1000} kB\n")


if __name__ == "__main__":
    main()
