"""The tables and the pictures of sigma in docs/ratings.md, made from the figures that are kept."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tests.tournaments.sigma.cells import CELLS
from tests.tournaments.sigma.measure import BINS

DOCS: Final = Path(__file__).parents[3] / "docs"
KEPT: Final = DOCS / "sigma.json"
PAGE: Final = DOCS / "ratings.md"
BEGIN, END = "<!-- made by make sigma -->\n", "<!-- end of what make sigma made -->\n"
WIDTHS, NEXT = DOCS / "sigma-widths.svg", DOCS / "sigma-next.svg"

LEAST, MOST = 0.95, 1.25
"""The widths that are wanted from 20 boards on."""

Figures = Mapping[str, Any]
_HEAD: Final = (
    "| cell | width, was | width | coverage, was | coverage | pairs |\n|---|---|---|---|---|---|\n"
)
_STYLE: Final = (
    "<style>text{font:12px sans-serif;fill:#555}.now{fill:#0b6e4f}.was{fill:#c46210}"
    ".line{stroke:#999;fill:none}.band{fill:#0b6e4f;opacity:.12}</style>"
)


def read() -> dict[str, Any]:
    """The figures that are kept, by the name of the cell."""
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def write() -> None:
    """Write the tables and the pictures."""
    kept = read()
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(before + BEGIN + "\n" + table(kept) + "\n" + END + after, encoding="utf-8")
    WIDTHS.write_text(widths(kept), encoding="utf-8")
    NEXT.write_text(reliability(kept), encoding="utf-8")


def table(kept: Figures) -> str:
    """A line for each cell that was measured, then the reliability of `> next`."""
    lines = []
    for cell in (cell for cell in CELLS if cell.name in kept):
        own = kept[cell.name]
        now, was = own["now"], own["before"]
        figures = (f"{was['width']:.2f}", f"{now['width']:.2f}", f"{was['coverage']:.3f}")
        covered = f"{now['coverage']:.3f} ± {now['error']:.3f}"
        rest = (covered, f"{now['pairs']:.3f}")
        lines.append(" | ".join(("", cell.name, *figures, *rest, "")))
    body = "".join(line.strip() + "\n" for line in lines)
    return _HEAD + body + "\n" + _curve_table(kept)


def _curve_table(kept: Figures) -> str:
    head = "| `> next` said | " + " | ".join(f"{a} to {b}" for a, b in pairwise(BINS)) + " |\n"
    rows = head + "|---" * len(BINS) + "|\n"
    two = {name: own for name, own in kept.items() if name.startswith("2 ")}
    more = {name: own for name, own in kept.items() if name not in two}
    for word, key, cells in (
        ("was", "before", kept),
        ("now", "now", kept),
        ("now, two bots", "now", two),
        ("now, three bots or more", "now", more),
    ):
        right = " | ".join(f"{y:.3f}" if x else "" for x, y in curve(cells, key))
        rows += f"| right, {word} | {right} |\n"
    asked = [own["now"]["asked"] for own in kept.values()]
    return rows + f"| asked, now | {' | '.join(str(sum(n)) for n in zip(*asked, strict=True))} |\n"


def curve(kept: Figures, which: str) -> list[tuple[float, float]]:
    """By bin, the mean of what `> next` said and how often it was right, over all cells."""
    asked = [own[which] for own in kept.values()]
    sums = [
        [sum(values) for values in zip(*(own[key] for own in asked), strict=True)]
        for key in ("given", "asked", "right")
    ]
    return [(g / a, r / a) if a else (0.0, 0.0) for g, a, r in zip(*sums, strict=True)]


def widths(kept: Figures) -> str:
    """A picture: by cell, the width before and now beside the band that is wanted."""
    names = [cell.name for cell in CELLS if cell.name in kept]
    scale, top, step = 130.0, 40, 18
    left, height = 270, top + step * len(names) + 20
    parts = [
        f'<rect class="band" x="{left + LEAST * scale:.0f}" y="{top - 10}" '
        f'width="{(MOST - LEAST) * scale:.0f}" height="{step * len(names)}"/>'
    ]
    for mark in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0):
        x = left + mark * scale
        parts.append(f'<text x="{x:.0f}" y="20" text-anchor="middle">{mark}</text>')
        parts.append(f'<path class="line" d="M{x:.0f} 26V{height - 26}"/>')
    for row, name in enumerate(names):
        y = top + step * row
        was, now = (left + scale * kept[name][key]["width"] for key in ("before", "now"))
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{name}</text>')
        parts.append(f'<circle class="was" cx="{was:.1f}" cy="{y}" r="4"/>')
        parts.append(f'<circle class="now" cx="{now:.1f}" cy="{y}" r="4"/>')
    words = "sigma over the true deviation of mu: orange before, green now; wanted is the band"
    parts.append(f'<text x="10" y="{height - 6}">{words}</text>')
    return _drawn(700, height, parts)


def reliability(kept: Figures) -> str:
    """A picture: how often what `> next` said was right, before and now; the line is ideal."""
    parts = [*_axes()]
    for key, kind in (("before", "was"), ("now", "now")):
        for x, y in curve(kept, key):
            if x:
                at = f'cx="{_across(x):.1f}" cy="{_up(y):.1f}"'
                parts.append(f'<circle class="{kind}" {at} r="5"/>')
    words = "said by &gt; next (across), right (up): orange before, green now"
    parts.append(f'<text x="10" y="394">{words}</text>')
    return _drawn(420, 400, parts)


def _axes() -> Iterator[str]:
    yield f'<path class="line" d="M{_across(0.5)} {_up(0.5)}L{_across(1)} {_up(1)}"/>'
    for mark in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        x, y = _across(mark), _up(0.45) + 4
        yield f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle">{mark}</text>'
        yield f'<text x="34" y="{_up(mark) + 4:.0f}" text-anchor="end">{mark}</text>'


def _across(value: float) -> float:
    return 50 + (value - 0.5) * 700


def _up(value: float) -> float:
    return 370 - (value - 0.45) * 620


def _drawn(width: int, height: int, parts: Sequence[str]) -> str:
    box = f'viewBox="0 0 {width} {height}" width="{width}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return "\n".join((head, _STYLE, *parts, "</svg>")) + "\n"
