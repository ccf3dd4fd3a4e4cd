"""The drawn cards of The Game; on each a ruler from 1 to 100 shows where its number lies."""

from collections.abc import Sequence
from typing import Final

from referee.games.drawing import face, mark, marks
from referee.games.scene import Face
from referee.games.the_game.cards import FIRE_CARDS, HIGHEST, LOWEST, STARTS

MARKS: Final = marks(
    {
        "tg-flame": '<path d="M1-12C2-7 8-4.6 8 2.6C8 8 4.4 11.6 0 11.6S-8 8-8 3C-8-.6-5.6-2.4-5'
        '-5.6C-3.4-4.6-2.6-3-2.6-1.4C.4-3.6 1.6-7.6 1-12Z"/>',
        "tg-rule": '<path class="c-hair" d="M16 119H84'
        + "".join(f"M{16 + 6.8 * i:.1f} 119v{9 if i % 5 == 0 else 5}" for i in range(11))
        + '"/>',
    }
)
"""The definitions of the flame of fire cards and of the ruler."""
_LOW, _HIGH = min(STARTS), max(STARTS)
"""The numbers that ascending and descending rows start from."""


def face_key(number: int) -> str:
    """The key of the face of a card, or of the number that a row starts from."""
    return f"tg-{number}"


def draw_faces(*, fire: bool) -> Sequence[Face]:
    """The faces of all cards, and of the two numbers that rows start from.

    `fire` marks the fire cards.
    """
    cards = [_card(number, burning=fire and number in FIRE_CARDS) for number in _NUMBERS]
    return [*cards, *(_start(number) for number in (_LOW, _HIGH))]


_NUMBERS: Final = range(LOWEST, HIGHEST + 1)


def _ruler(number: int) -> str:
    # The dot lies between 1 and 100 in proportion, so that a jump can be seen as a length.
    along = 16 + 68 * (number - _LOW) / (_HIGH - _LOW)
    return f'<use href="#tg-rule"/><circle cx="{along:.1f}" cy="119" r="4.4"/>'


def _card(number: int, *, burning: bool) -> Face:
    # The small number stays visible when other cards lie over this one.
    inside = (
        f'<text class="c-small" x="7" y="24">{number}</text>'
        f'<text class="c-big" x="50" y="87">{number}</text>{_ruler(number)}'
    )
    if burning:
        inside += mark("tg-flame", 50, 31, 1.25)
    style = "suit-fire" if burning else "suit-plain"
    return face(
        face_key(number), f"{number}, a fire card" if burning else str(number), style, inside
    )


def _start(number: int) -> Face:
    # No card and so no ruler: an arrow shows in which direction the row goes.
    arrow = "M50 116V30M34 46L50 28L66 46" if number == _LOW else "M50 28V114M34 98L50 116L66 98"
    inside = (
        f'<path class="c-arrow" d="{arrow}"/>'
        f'<text class="c-big c-start" x="50" y="87">{number}</text>'
    )
    return face(face_key(number), f"no card yet, from {number}", "suit-plain", inside)
