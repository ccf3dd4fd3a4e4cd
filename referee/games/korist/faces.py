"""The drawn cards of Kořist: a ring of thirteen parts, filled as far as the card is worth."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from referee.games.drawing import corners, face, marks
from referee.games.korist.cards import JOKER, KINDS, kind_text, kinds_of
from referee.games.korist.sets import CARDS
from referee.games.scene import Face

_PARTS: Final = 13
_RADIUS: Final = 34
_LOW, _MIDDLE = 5, 9
"""Up to these values cards are low, or in the middle: the ring shows it, and colour repeats it."""


def _arc(number: int) -> str:
    """The path of a part of the ring, clockwise from the top."""
    # With gaps between them the parts can be counted.
    ends = (number + 0.12, number + 0.88)
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
"""The empty ring and the joker's star, as elements to be used."""


def face_key(kind: int) -> str:
    """The key of the face of a kind of cards."""
    return f"ko-{kind_text(kind)}"


def spoken(kind: int) -> str:
    """The name of the kind in words."""
    return "joker" if kind == JOKER else kind_text(kind)


def spoken_set(laid: int) -> str:
    """The cards of a set in words: "4, 4, joker"."""
    return ", ".join(map(spoken, kinds_of(CARDS[laid])))


def draw_faces() -> Sequence[Face]:
    """A face for each kind: cards of one kind are alike."""
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
