"""The pictures of the cards of Naše hra: numbers have pips, figures a frame with a letter.

The two look different because it matters in play: a trick is worth something only if it has
a number and a figure of one suit (NH-3).
"""

from collections.abc import Sequence
from typing import Final

from referee.games.drawing import corners, face, mark, marks, pips
from referee.games.nase_hra.cards import FIGURES, PACK, RANKS, SUITS, card_text, suit
from referee.games.scene import Face

SUIT_NAMES: Final = ("kule", "červené", "listy", "žaludy")
_STYLES: Final = ("suit-kule", "suit-cervene", "suit-listy", "suit-zaludy")
"""By suit the class of its colour in the style sheet."""
_FIGURE_NAMES: Final = {"P": "under", "V": "over", "K": "king", "E": "ace"}
_TEN: Final = "0"
"""The letter of the ten in the notation; the card shows "10"."""

MARKS: Final = marks(
    {
        "nh-mK": '<path fill-rule="evenodd" d="M0-10a10 10 0 1 1 0 20a10 10 0 0 1 0-20ZM-8-2.2V.6H8'
        'V-2.2ZM-1.4 2.4v4.8h2.8V2.4Z"/><path d="M-2-12.2h4v3h-4z"/>',
        "nh-mC": '<path d="M0 10.5C-4 6.6-10.5 2.6-10.5-3.4C-10.5-7-8-9.4-5-9.4C-2.8-9.4-1-8.2'
        ' 0-6.2C1-8.2 2.8-9.4 5-9.4C8-9.4 10.5-7 10.5-3.4C10.5 2.6 4 6.6 0 10.5Z"/>',
        "nh-mL": '<path d="M0-11C6-6.6 9.4-2 8.4 2.4C7.6 5.8 4.4 7 .9 5.6L1.4 11.4H-1.4L-.9 5.6'
        'C-4.4 7-7.6 5.8-8.4 2.4C-9.4-2-6-6.6 0-11Z"/><path class="c-cut" d="M0-7V4"/>',
        "nh-mZ": '<path d="M-7.6-3C-7.6-8 7.6-8 7.6-3L6.6-1H-6.6ZM-1-11.4h2v4h-2ZM-6.2.6H6.2'
        'C6.2 6 3 9.4 0 11.6C-3 9.4-6.2 6-6.2.6Z"/>',
        "nh-crown": '<path d="M38 35L44 43L50 30L56 43L62 35L59.5 53H40.5Z"/>'
        '<circle cx="38" cy="33.5" r="1.9"/><circle cx="50" cy="28.5" r="1.9"/>'
        '<circle cx="62" cy="33.5" r="1.9"/><path class="c-cut" d="M41.4 48.5H58.6"/>',
    }
)
"""The marks of the suits, and the crown of the kings, which the faces refer to by their ids.

The crown has the coordinates of the whole card, so it is used as it is; other marks are drawn in
the box of referee.games.drawing. The suits differ by shape as well as by colour.
"""


def face_key(card: int) -> str:
    """The key of the face of the card."""
    return f"nh-{card_text(card)}"


def spoken(card: int) -> str:
    """The name of the card in words, such as "10 of žaludy" or "king of kule".

    Raises NotationError when `card` is no card.
    """
    letter = card_text(card)[1]
    rank = "10" if letter == _TEN else _FIGURE_NAMES.get(letter, letter)
    return f"{rank} of {SUIT_NAMES[suit(card)]}"


def draw_faces() -> Sequence[Face]:
    """The faces of all cards, in the order of their numbers."""
    return [_face(card) for card in range(PACK)]


def _face(card: int) -> Face:
    letter, sign = RANKS[card & 7], f"nh-m{SUITS[suit(card)]}"
    rank = "10" if letter == _TEN else letter
    middle = _frame(letter, sign) if FIGURES >> card & 1 else pips(sign, int(rank))
    return face(face_key(card), spoken(card), _STYLES[suit(card)], corners(rank, sign) + middle)


def _frame(letter: str, sign: str) -> str:
    return (
        '<rect class="c-tint" x="30" y="20" width="40" height="100" rx="5"/>'
        f'<rect class="c-hair" x="33" y="23" width="34" height="94" rx="3"/>{_figure(letter, sign)}'
    )


def _figure(letter: str, sign: str) -> str:
    """The letter and the suit; on a king a crown too.

    The suit is below an under and a king, above an over, and on both sides of an ace's letter.
    """
    match letter:
        case "P":
            return _letter(letter, 57) + mark(sign, 50, 92, 1.35)
        case "V":
            return mark(sign, 50, 48, 1.35) + _letter(letter, 103)
        case "K":
            return f'<use href="#nh-crown"/>{_letter(letter, 84)}{mark(sign, 50, 103, 0.9)}'
    return mark(sign, 50, 42, 1.05) + _letter(letter, 79) + mark(sign, 50, 98, 1.05, turned=True)


def _letter(letter: str, y: int) -> str:
    return f'<text class="c-letter" x="50" y="{y}">{letter}</text>'
