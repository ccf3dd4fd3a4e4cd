"""Parts of drawn cards that games share, as SVG text: edge, corners, pips and back.

A card has the view box 0 0 100 140. A mark is a drawing that a page has once, and to which cards
refer by its id, such as the sign of a suit. Marks that `mark` places are drawn in a box from -12 to
12.
"""

from collections.abc import Mapping
from typing import Final

from referee.games.scene import Face

EDGE: Final = '<rect class="c-face" x=".75" y=".75" width="98.5" height="138.5" rx="9"/>'
"""The ground of every card, with its rounded edge."""

_PIPS: Final[Mapping[int, tuple[float, str]]] = {
    1: (1.7, "c3"),
    2: (1.35, "c0 c6"),
    3: (1.2, "c0 c3 c6"),
    4: (1.0, "l0 r0 l6 r6"),
    5: (1.0, "l0 r0 c3 l6 r6"),
    6: (0.92, "l0 r0 l3 r3 l6 r6"),
    7: (0.8, "l0 r0 c1.5 l3 r3 l6 r6"),
    8: (0.8, "l0 r0 c1.5 l3 r3 c4.5 l6 r6"),
    9: (0.7, "l0 r0 l2 r2 c3 l4 r4 l6 r6"),
    10: (0.66, "l0 r0 c1 l2 r2 l4 r4 c5 l6 r6"),
}
"""By the number of pips: their scale, and for each pip its column (_COLUMNS) and its distance from
the top, in sixths of _HEIGHT."""
_COLUMNS: Final = {"l": 37.5, "c": 50.0, "r": 62.5}
"""The x of the left, central and right column."""
_TOP: Final = 32.0
"""The y of the highest pips."""
_HEIGHT: Final = 76.0
"""The distance from the highest to the lowest pips."""


def mark(name: str, x: float, y: float, scale: float, *, turned: bool = False) -> str:
    """The mark with the id `name`, its centre at x, y; upside down if `turned`."""
    turn = " rotate(180)" if turned else ""
    place = f"translate({x:g} {y:g}) scale({scale:g}){turn}"
    return f'<use href="#{name}" transform="{place}"/>'


def marks(drawn: Mapping[str, str]) -> str:
    """The definitions of the marks; `drawn` has the drawing of each by its id."""
    return "".join(f'<g id="{name}">{inside}</g>' for name, inside in drawn.items())


def corners(text: str, sign: str = "") -> str:
    """The text in two opposite corners, each with the mark `sign` below it; "" for no mark."""
    # A longer text gets a fixed width, so that it fits into the corner in any font.
    narrow = ' textLength="25" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    corner = f'<text class="c-index" x="18" y="29"{narrow}>{text}</text>'
    corner += mark(sign, 18, 44, 0.72) if sign else ""
    return f'{corner}<g transform="rotate(180 50 70)">{corner}</g>'


def pips(name: str, number: int) -> str:
    """`number` marks, 1 to 10, arranged as on printed cards; the lower ones are upside down."""
    # People read the usual arrangement without counting.
    scale, places = _PIPS[number]
    return "".join(
        mark(
            name,
            _COLUMNS[place[0]],
            _TOP + _HEIGHT * float(place[1:]) / 6,
            scale,
            turned=float(place[1:]) > 3,
        )
        for place in places.split()
    )


def face(key: str, spoken: str, style: str, inside: str) -> Face:
    """The face of a card: its edge and the drawing `inside`, coloured by the class `style`."""
    # The drawing itself has no colours, so that the style sheet can dim them in its dark theme.
    return Face(key, spoken, f'{EDGE}<g class="{style}">{inside}</g>')


def _weave() -> str:
    """Rows of hooks like the one above the Š; every other row is shifted by half a hook."""
    return "".join(
        f"M{8 + 12 * i + 6 * (j % 2):g} {15 + 9 * j}l4.5 4.5l4.5-4.5"
        for j in range(13)
        for i in range(7 - j % 2)
    )


# The same for all games, so that a page can draw a hidden card without knowing its game.
BACK: Final = Face(
    "back",
    "a card, face down",
    f'{EDGE}<rect class="c-back" x="5" y="5" width="90" height="130" rx="6"/>'
    f'<path class="c-weave" d="{_weave()}"/>'
    '<circle class="c-back" cx="50" cy="70" r="20"/>'
    '<circle class="c-ring" cx="50" cy="70" r="17"/>'
    '<path class="c-ring" d="M43.5 58.6l6.5 5l6.5-5"/>'
    '<text class="c-initial" x="50" y="83">S</text>',
)
"""The back of all cards of all games."""
