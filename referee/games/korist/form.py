"""Kořist's decisions as forms: a set is ticked card by card; else one card or button is chosen."""

from collections.abc import Sequence
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
from referee.games.korist import KoristObservation, KoristPhase
from referee.games.korist.actions import DECK, PILE, SHADOW, SUPPLY_PILES, TAKE, action_text
from referee.games.korist.cards import KINDS, kinds_of
from referee.games.korist.faces import face_key, spoken_set
from referee.games.korist.faces import spoken as kind_spoken
from referee.games.korist.sets import CARDS, SETS
from referee.games.picture import hand_zone

SUPPLY_ZONE: Final = "supply"
SHADOW_ZONE: Final = "shadow"
_MOST_TICKS: Final = 64
"""More ticked cards than this are refused at once: no set has more than 13 cards."""


def form(seen: KoristObservation, legal: Sequence[int], question: str) -> ChoiceForm:
    """The form of the decision of the seat that observed `seen`; `question` is shown above it."""
    if seen.phase == KoristPhase.LAY:
        cards = ChoiceGroup(CARD, "Your cards", Control.SOME, _hand_options(seen))
        hint = "Tick cards of one value, with or without jokers, or jokers alone."
        return ChoiceForm(f"{question} {hint}", (cards,), "Lay these cards")
    # An action with a card on the table is chosen by that card, any other one by a button.
    by_card = [action for action in legal if _is_card(action)]
    by_button = [action for action in legal if not _is_card(action)]
    groups = []
    if by_card:
        options = tuple(_table_option(seen, action) for action in by_card)
        groups.append(ChoiceGroup(CARD, "", Control.ONE, options))
    if by_button:
        buttons = tuple(
            ChoiceOption(action_text(action), command(seen, action)) for action in by_button
        )
        groups.append(ChoiceGroup(BUTTON, "", Control.BUTTON, buttons))
    verb = "Capture this group" if seen.phase == KoristPhase.SHADOW else "Draw this pile"
    return ChoiceForm(question, tuple(groups), verb if by_card else "")


def _is_card(action: int) -> bool:
    """Whether a card on the table stands for the action: a pile, or a group of the shadow offer."""
    return SHADOW <= action < TAKE or PILE <= action < PILE + SUPPLY_PILES


def _hand_options(seen: KoristObservation) -> tuple[ChoiceOption, ...]:
    """An option for each card of the hand; of two sevens the values are "7-0" and "7-1"."""
    zone = hand_zone(seen.seat)
    return tuple(
        ChoiceOption(f"{kind}-{copy}", kind_spoken(kind), face_key(kind), zone)
        for kind in range(1, KINDS + 1)
        for copy in range(seen.hand[kind - 1])
    )


def _table_option(seen: KoristObservation, action: int) -> ChoiceOption:
    zone = SHADOW_ZONE if action < TAKE else SUPPLY_ZONE
    # A pile is shown as its top card.
    kind = action - SHADOW + 1 if action < TAKE else seen.supply[action - PILE][-1]
    return ChoiceOption(action_text(action), command(seen, action), face_key(kind), zone)


def command(seen: KoristObservation, action: int) -> str:
    """The action as an imperative, such as "Draw from the deck"."""
    if action < SETS:
        return f"Lay {spoken_set(action)}"
    if action < TAKE:
        value = action - SHADOW + 1
        return f"Capture {seen.shadow[value - 1]} of value {value} from the shadow offer"
    if PILE <= action < PILE + SUPPLY_PILES:
        names = " and ".join(map(kind_spoken, seen.supply[action - PILE]))
        return f"Draw {names} from the supply"
    if action == DECK:
        return "Draw from the deck"
    return _COMMANDS[action_text(action)]


_COMMANDS: Final = {
    "take": "Take them",
    "leave": "Leave them",
    "back": "Take them back",
    "discard": "Discard them and draw",
    "none": "Draw nothing",
}


def picks(action: int) -> Picks:
    """The picks in the form that stand for the action; of alike cards the first ones are picked."""
    if action >= SETS:
        return {CARD if _is_card(action) else BUTTON: (action_text(action),)}
    kinds = _kinds_laid(action)
    # Alike cards need different values: two ticked boxes of one name and value would count as one.
    return {CARD: tuple(f"{kind}-{kinds[:n].count(kind)}" for n, kind in enumerate(kinds))}


def _kinds_laid(action: int) -> list[int]:
    return kinds_of(CARDS[action])


def chosen(seen: KoristObservation, legal: Sequence[int], given: Picks) -> int:
    """The legal action that the picks stand for. Raises PickError when there is none."""
    if seen.phase == KoristPhase.LAY:
        return _chosen_set(seen, legal, given.get(CARD, ()))
    text = only(given, BUTTON) or only(given, CARD)
    choice = next((action for action in legal if action_text(action) == text), None)
    if choice is None:
        raise PickError("That is not possible now." if text else "Choose a card first.")
    return choice


def _chosen_set(seen: KoristObservation, legal: Sequence[int], ticked: Sequence[str]) -> int:
    options = {option.value: option for option in _hand_options(seen)}
    chosen_cards = set(ticked)
    if not ticked:
        raise PickError("Tick the cards of a set first.")
    if len(chosen_cards) > _MOST_TICKS or not chosen_cards <= options.keys():
        raise PickError("That is not possible now.")
    # Compared by kinds, since any of several alike cards may be ticked.
    kinds = sorted(int(value.partition("-")[0]) for value in chosen_cards)
    choice = next(
        (action for action in legal if action < SETS and _kinds_laid(action) == kinds), None
    )
    if choice is None:
        words = ", ".join(map(kind_spoken, kinds))
        raise PickError(
            f"{words}: that is no set. A set is cards of one value, with or without jokers, or "
            "jokers alone."
        )
    return choice
