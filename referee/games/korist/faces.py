"""The pictures of Kořist's cards: a ring of thirteen parts, as many filled as the value."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from referee.games.drawing import corners, face, marks
from referee.games.korist.cards import JOKER, KINDS, kind_text, kinds_of
from referee.games.korist.sets import CARDS
from referee.games.scene import Face

_PARTS: Final = 13
"""The number of parts of the ring: the highest value."""
_RADIUS: Final = 34
"""The ring's radius; a card is 100 wide and 140 high."""
_LOW, _MIDDLE = 5, 9
"""The highest low value and the highest middle value.

Low, middle and high values differ in colour. Nobody has to tell the colours apart, as the ring
shows the value too.
"""


def _arc(number: int) -> str:
    """The SVG path of part `number` of the ring; parts count from 0 at the top, clockwise."""
    # The parts have gaps between them, so that a reader can count them.
    ends = (number + 0.12, number + 0.88)
    # The angle 0 points to the right, so a quarter turn is taken off to begin at the top.
    (x, y), (to_x, to_y) = [
        (
            50 + _RADIUS * cos(2 * pi * end / _PARTS - pi / 2),
            70 + _RADIUS * sin(2 * pi * end / _PARTS - pi / 2),
        )
        for end in ends
    ]
    return f"M{x:.1f} {y:.1f}A{_RADIUS} {_RADIUS} 0 0 1 {to_x:.1f} {to_y:.1f}"


def _ring(parts: range) -> str:
    return "".join(map(_arc, parts))


MARKS: Final = marks(
    {
        "ko-ring": f'<path class="c-arc c-off" d="{_ring(range(_PARTS))}"/>',
        "ko-star": '<path d="M50 42L56.7 61.2L77 61.6L60.8 73.9L66.7 93.3L50 81.7L33.3 93.3L39.2'
        ' 73.9L23 61.6L43.3 61.2Z"/>',
    }
)
"""The empty ring and the joker's star, which the faces refer to by their ids.

They are as large as on a card, while other marks are drawn small and then scaled.
"""


def face_key(kind: int) -> str:
    """The key of the face that all cards of the kind have."""
    return f"ko-{kind_text(kind)}"


def spoken(kind: int) -> str:
    """The name of the kind in words: "joker", or its value."""
    return "joker" if kind == JOKER else kind_text(kind)


def spoken_set(laid: int) -> str:
    """The cards of a set in words: "4, 4, joker"."""
    return ", ".join(map(spoken, kinds_of(CARDS[laid])))


def draw_faces() -> Sequence[Face]:
    """One face for each kind, ones first and jokers last."""
    return [_face(kind) for kind in range(1, KINDS + 1)]


def _face(kind: int) -> Face:
    text = kind_text(kind)
    if kind == JOKER:
        filled = f'<path class="c-arc" d="{_ring(range(_PARTS))}"/><use href="#ko-star"/>'
        return face(face_key(kind), spoken(kind), "suit-plain", corners(text) + filled)
    inside = (
        f'{corners(text)}<use href="#ko-ring"/><path class="c-arc" d="{_ring(range(kind))}"/>'
        f'<text class="c-big" x="50" y="86">{text}</text>'
    )
    style = "low" if kind <= _LOW else "mid" if kind <= _MIDDLE else "high"
    return face(face_key(kind), spoken(kind), f"level-{style}", inside)
