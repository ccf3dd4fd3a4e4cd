"""The decisions of The Game as forms: a card and a row, gladness, or flags for the rows."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.choice_form import (
    BUTTON,
    CARD,
    ChoiceForm,
    ChoiceGroup,
    ChoiceOption,
    Control,
    PickError,
    Picks,
    only,
)
from referee.games.notation import NotationError
from referee.games.picture import hand_zone
from referee.games.scene import Face
from referee.games.the_game import TheGameObservation, TheGamePhase
from referee.games.the_game.actions import (
    END,
    FLAG_WORDS,
    FLAGS,
    FLAGS_BY_CODE,
    GLAD,
    action_text,
    parse_action,
)
from referee.games.the_game.cards import PLACES, ROWS, jump
from referee.games.the_game.faces import face_key
from referee.games.the_game.replay import GLADLY

_ROW: Final = "row"
"""The name of the group of rows."""
_FLAG: Final = "flag"
"""A group of flags is called this, a hyphen and the letter of its row."""


def row_zone(row: int) -> str:
    """The key of the zone of the row."""
    return f"row-{ROWS[row]}"


def form(seen: TheGameObservation, legal: Sequence[int], faces: Mapping[str, Face]) -> ChoiceForm:
    """The form of the decision in `seen`; `legal` has its legal actions.

    `faces` has the faces of the cards by their keys.
    """
    if seen.phase == TheGamePhase.GLADNESS:
        buttons = tuple(ChoiceOption(action_text(each), spoken(seen, each)) for each in legal)
        return ChoiceForm(
            "How gladly would you start?",
            (ChoiceGroup(BUTTON, "", Control.BUTTON, buttons),),
        )
    if seen.phase == TheGamePhase.FLAGS:
        groups = tuple(_flags(seen, row) for row in range(len(ROWS)))
        return ChoiceForm("What do you say about the rows?", groups, "Say this")
    placings = [action for action in legal if action < END]
    groups = (_cards(seen, placings, faces), _rows(seen, placings)) if placings else ()
    if END in legal:
        ending = (ChoiceOption(action_text(END), spoken(seen, END)),)
        groups = (*groups, ChoiceGroup(BUTTON, "", Control.BUTTON, ending))
    question = (
        "Do you place another card, or end the turn?"
        if END in legal
        else "Which card do you place, and on which row?"
    )
    return ChoiceForm(question, groups)


def _flags(seen: TheGameObservation, row: int) -> ChoiceGroup:
    # Flags stay until they are set again, so the seat's present flag is chosen at first.
    present = seen.flags[4 * seen.seat + row]
    options = tuple(
        ChoiceOption(str(flag), word, zone=row_zone(row), is_chosen=flag == present)
        for flag, word in enumerate(FLAG_WORDS)
    )
    return ChoiceGroup(f"{_FLAG}-{ROWS[row]}", f"Row {ROWS[row]}", Control.ONE, options)


def _cards(
    seen: TheGameObservation, placings: Sequence[int], faces: Mapping[str, Face]
) -> ChoiceGroup:
    # Each card of the hand has the rows that it fits on, with its jump there, such as "A+3".
    fits: dict[int, list[str]] = {card: [] for card in seen.hand}
    for row, card in (divmod(action, PLACES) for action in placings):
        fits[card].append(f"{ROWS[row]}{jump(row, seen.tops[row], card):+}")
    options = tuple(
        ChoiceOption(
            str(card),
            faces[face_key(card)].spoken,
            face_key(card),
            hand_zone(seen.seat),
            ", ".join(rows),
            "" if rows else "fits on no row",
        )
        for card, rows in fits.items()
    )
    return ChoiceGroup(CARD, "Cards", Control.ONE, options)


def _rows(seen: TheGameObservation, placings: Sequence[int]) -> ChoiceGroup:
    free = {action // PLACES for action in placings}
    # Pressing a row sends the form. A row on which no card fits is closed and not left out, so that
    # the other rows keep their places.
    options = tuple(
        ChoiceOption(
            letter,
            f"Place on {letter}, {seen.tops[row]} {'up' if row < 2 else 'down'}",
            zone=row_zone(row),
            why_closed="" if row in free else "no card of yours fits here",
        )
        for row, letter in enumerate(ROWS)
    )
    return ChoiceGroup(_ROW, "Rows", Control.BUTTON, options)


def picks(action: int) -> Picks:
    """The choices in the form that stand for the action; `chosen` reads them back."""
    if action < END:
        row, card = divmod(action, PLACES)
        return {CARD: (str(card),), _ROW: (ROWS[row],)}
    if action >= FLAGS:
        flags = zip(ROWS, FLAGS_BY_CODE[action - FLAGS], strict=True)
        return {f"{_FLAG}-{row}": (str(flag),) for row, flag in flags}
    return {BUTTON: (action_text(action),)}


def chosen(seen: TheGameObservation, legal: Sequence[int], given: Picks) -> int:
    """The legal action that the choices `given` stand for. Raises PickError if there is none."""
    text = _text(seen, given)
    # The values of the form are joined to an action's notation, which the parser checks.
    try:
        action = parse_action(text)
    except NotationError:
        action = -1
    if action in legal:
        return action
    if given.get(_ROW) and not given.get(BUTTON):
        raise PickError(_refusal(seen, given))
    raise PickError("That is not possible now.")


def _text(seen: TheGameObservation, given: Picks) -> str:
    if given.get(BUTTON):
        return only(given, BUTTON)
    if seen.phase == TheGamePhase.FLAGS:
        return "flags " + "".join(only(given, f"{_FLAG}-{row}") for row in ROWS)
    return only(given, _ROW) + only(given, CARD)


def _refusal(seen: TheGameObservation, given: Picks) -> str:
    row, card = only(given, _ROW), only(given, CARD)
    if row not in tuple(ROWS) or card not in map(str, seen.hand):
        return "Choose a card first."
    top = seen.tops[ROWS.index(row)]
    return f"{card} does not fit on row {row}, on which {top} lies."


def spoken(seen: TheGameObservation, action: int) -> str:
    """The action in words, such as "Place 47 on A" or "Starts gladly"."""
    del seen
    if action < END:
        row, card = divmod(action, PLACES)
        return f"Place {card} on {ROWS[row]}"
    if action == END:
        return "End the turn"
    if action < FLAGS:
        return GLADLY[action - GLAD].capitalize()
    return f"Say: {flags_said(action - FLAGS)}"


def flags_said(code: int) -> str:
    """The flags with the code `code` in words, such as "A leave it to me".

    Raises NotationError for a wrong code.
    """
    if not 0 <= code < len(FLAGS_BY_CODE):
        raise NotationError(f"{code} stands for no flags")
    # Rows with the flag 0 are left out.
    flags = zip(ROWS, FLAGS_BY_CODE[code], strict=True)
    return ", ".join(f"{row} {FLAG_WORDS[flag]}" for row, flag in flags if flag) or "nothing"
