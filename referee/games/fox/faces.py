"""The drawn cards of the fox: pips on even ranks, an emblem and a name on odd ranks."""

from collections.abc import Sequence
from typing import Final

from referee.games.drawing import corners, face, marks, pips
from referee.games.fox.cards import CHARACTERS, PACK, SUITS, card_text, rank, suit
from referee.games.scene import Face

SUIT_NAMES: Final = ("Bells", "Keys", "Moons")

_MARKS: Final = {
    "fox-mB": '<path d="M-9.5 6.5C-6.4 3.4-7-1.6-6-4.6C-5-7.8-2.6-9.3 0-9.3S5-7.8 6-4.6'
    'C7-1.6 6.4 3.4 9.5 6.5Z"/><circle cy="9.2" r="2.5"/><path d="M-1.6-11.6h3.2v3h-3.2z"/>',
    "fox-mK": '<path fill-rule="evenodd" d="M0-12a5.8 5.8 0 0 1 1.7 11.3V3.4H6.6V6.6H1.7V8.6H5.2'
    'V11.8H-1.7V-.7A5.8 5.8 0 0 1 0-12ZM0-9a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 0 0 0-5.4Z"/>',
    "fox-mM": '<path d="M9-8.9A10.6 10.6 0 1 0 9 8.9A9.4 9.4 0 0 1 9-8.9Z"/>',
}
MARKS: Final = marks(_MARKS)
"""The definitions of the suits' marks. They differ in shape and not only in colour."""

# Emblems are drawn in a box from -20 to 20. Lines of the class c-cut and shapes of the class c-void
# have the colour of the face.
_EMBLEMS: Final = {
    1: '<path d="M-14 7C-11 15 10 16 15.5 6C17 3 18 0 18.5-4C12-1.4 6-.6 1 2.4C-3 4.6-6 2.6-4.4-1.6'
    "C-3-5.4 .4-8 0-13C-.4-17.6-5.4-19.4-9-17C-11-15.8-12.4-14.6-16.4-13C-14-11.6-11-11.8-9-13"
    'C-7.2-13.6-5.6-12.2-5.8-10C-6.4-5.6-15.6-1.6-14 7Z"/>'
    '<circle class="c-void" cx="-7.4" cy="-15" r="1"/><path class="c-cut" d="M-1 8.6C5 9.6 10 7.4'
    ' 12.6 3"/><path class="c-line" d="M-17 18.4q4.25-3 8.5 0t8.5 0t8.5 0t8.5 0"/>',
    3: '<path d="M-17.5-17.5L-6.4-9C-2.4-10.8 2.4-10.8 6.4-9L17.5-17.5C18.6-7 16.6 0 12.4 5L0 18.6'
    'L-12.4 5C-16.6 0-18.6-7-17.5-17.5Z"/><path class="c-void" d="M-13.6 2.4C-8.4 2-4.2 6-2.2 13.4'
    'L-11.6 4.6ZM13.6 2.4C8.4 2 4.2 6 2.2 13.4L11.6 4.6Z"/><path class="c-void" d="M-9.4-3.4L-3.6 0'
    "L-7.6 .8ZM9.4-3.4L3.6 0L7.6 .8ZM-14.6-12.4L-9.8-8.8L-12.6-4.6ZM14.6-12.4L9.8-8.8"
    'L12.6-4.6Z"/>',
    5: '<g transform="rotate(34)"><path d="M-1.9-19.4h3.8V20.4h-3.8z"/><path d="M-4.4-16H4.4'
    'C9-16 13-17.2 16-19.6C18.6-12.4 18.6-5 16 2.4C13-1 9-3.6 4.4-4.4H-4.4Z"/>'
    '<path class="c-cut" d="M11.8-15.6C13.4-10.6 13.4-6 11.8-1.8"/></g>',
    7: '<path d="M-17.5-5.6L-9.6-16H9.6L17.5-5.6L0 18Z"/><path class="c-cut" d="M-17-5.6H17M-9.2'
    '-15.4L-6.4-5.6L0 17L6.4-5.6L9.2-15.4M-6.4-5.6L0-15.6L6.4-5.6"/>',
    9: '<path d="M-19 11.4C-15 8.6-10.6 7.4-8.6 7L-2.4-14C-.8-19 5.6-19 11.6-12.4C8-13.2 5.4-12'
    ' 5.2-9.6L9 7C11 7.4 15.4 8.6 19 11.4C13 18.4-13 18.4-19 11.4Z"/><path class="c-void" d="M-7.2'
    ' 2.8C-3 5 4 5 8 2.8L8.9 6.8C4.4 9.6-4 9.6-8.5 7Z"/><path d="M-11.5-17L-10.3-13.3L-6.6-12.1'
    'L-10.3-10.9L-11.5-7.2L-12.7-10.9L-16.4-12.1L-12.7-13.3Z"/>',
    11: '<path d="M-18-8.4L-9 .8L0-14.4L9 .8L18-8.4L14 10.6H-14Z"/><circle cx="-18" cy="-10.4"'
    ' r="2.4"/><circle cy="-16.8" r="2.6"/><circle cx="18" cy="-10.4" r="2.4"/>'
    '<path d="M-14 13h28v4.4h-28z"/><path class="c-void" d="M0-4.2L3 1.4L0 7L-3 1.4Z"/>',
}


def face_key(card: int) -> str:
    """The key of the card's face."""
    return f"fox-{card_text(card)}"


def spoken(card: int) -> str:
    """The card's name in words: "7 of Bells, Treasure"."""
    name = CHARACTERS.get(rank(card))
    return f"{rank(card)} of {SUIT_NAMES[suit(card)]}" + (f", {name}" if name else "")


def draw_faces() -> Sequence[Face]:
    """The faces of all cards, in the order of their numbers."""
    return [_face(card) for card in range(PACK)]


def _face(card: int) -> Face:
    letter = SUITS[suit(card)]
    sign = f"fox-m{letter}"
    inside = corners(str(rank(card)), sign) + _middle(card, sign)
    return face(face_key(card), spoken(card), f"suit-{letter.lower()}", inside)


def _middle(card: int, sign: str) -> str:
    name = CHARACTERS.get(rank(card))
    if not name:
        return pips(sign, rank(card))
    return (
        '<circle class="c-tint" cx="50" cy="74" r="32"/><g transform="translate(50 74) scale(1.2)">'
        f'{_EMBLEMS[rank(card)]}</g><text class="c-title" x="91" y="19">{name}</text>'
    )
