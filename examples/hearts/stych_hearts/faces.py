"""The pictures of Hearts' cards: numbers have pips, aces a large mark, others a framed letter."""

from collections.abc import Sequence
from typing import Final

from referee.games.drawing import corners, face, mark, marks, pips
from referee.games.scene import Face
from stych_hearts.cards import PACK, RANKS, SUITS, card_text, rank, suit

_SUIT_NAMES: Final = ("clubs", "diamonds", "spades", "hearts")
_RANK_NAMES: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_STYLES: Final = ("suit-listy", "suit-kule", "suit-plain", "suit-cervene")
"""By suit the class of its colour in the pages' style sheet; suits differ by shape as well."""

_HEART: Final = (
    '<path d="M0 10.5C-4 6.6-10.5 2.6-10.5-3.4C-10.5-7-8-9.4-5-9.4C-2.8-9.4-1-8.2 0-6.2'
    'C1-8.2 2.8-9.4 5-9.4C8-9.4 10.5-7 10.5-3.4C10.5 2.6 4 6.6 0 10.5Z"/>'
)
MARKS: Final = marks(
    {
        "hearts-mC": '<circle cy="-5.4" r="4.8"/><circle cx="-5.4" cy="2.2" r="4.8"/>'
        '<circle cx="5.4" cy="2.2" r="4.8"/><path d="M-1.6-2h3.2C1.6 5 2.4 8.6 4.4 11H-4.4'
        'C-2.4 8.6-1.6 5-1.6-2Z"/>',
        "hearts-mD": '<path d="M0-11.5C2.6-6.6 5.4-3 9 0C5.4 3 2.6 6.6 0 11.5C-2.6 6.6-5.4 3-9 0'
        'C-5.4-3-2.6-6.6 0-11.5Z"/>',
        "hearts-mS": '<path d="M0-11.4C3.6-6.6 9.8-3.4 9.8 1.8C9.8 6.8 4 8 1.6 4.6C1.8 7.6 2.6 9.4'
        " 4.4 11.2H-4.4C-2.6 9.4-1.8 7.6-1.6 4.6C-4 8-9.8 6.8-9.8 1.8C-9.8-3.4-3.6-6.6"
        ' 0-11.4Z"/>',
        "hearts-mH": _HEART,
    }
)
"""The marks of the suits: elements that the faces refer to by their ids."""


def face_key(card: int) -> str:
    """The key of the face of the card."""
    return f"hearts-{card_text(card)}"


def spoken(card: int) -> str:
    """The name of the card in words, such as "queen of spades"."""
    letter = RANKS[rank(card)]
    return f"{_RANK_NAMES.get(letter, letter)} of {_SUIT_NAMES[suit(card)]}"


def draw_faces() -> Sequence[Face]:
    """The faces of all cards, in the order of their numbers."""
    return [_face(card) for card in range(PACK)]


def _face(card: int) -> Face:
    letter, sign = RANKS[rank(card)], f"hearts-m{SUITS[suit(card)]}"
    if letter.isdigit():
        middle = pips(sign, int(letter))
    elif letter == "A":
        middle = mark(sign, 50, 70, 2)
    else:
        middle = _frame(letter, sign)
    return face(face_key(card), spoken(card), _STYLES[suit(card)], corners(letter, sign) + middle)


def _frame(letter: str, sign: str) -> str:
    return (
        '<rect class="c-tint" x="31" y="22" width="38" height="96" rx="5"/>'
        '<rect class="c-hair" x="34" y="25" width="32" height="90" rx="3"/>'
        f'<text class="c-letter" x="50" y="79">{letter}</text>'
        f"{mark(sign, 50, 41.5, 0.9)}{mark(sign, 50, 98.5, 0.9, turned=True)}"
    )
