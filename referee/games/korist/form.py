"""The decisions of Kořist as forms: cards to tick for a set, piles to draw, and buttons."""

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
from referee.games.korist.actions import DECK, PILE, SHADOW, SUPPLY, TAKE, action_text
from referee.games.korist.cards import KINDS, kinds_of
from referee.games.korist.faces import face_key, spoken_set
from referee.games.korist.faces import spoken as kind_spoken
from referee.games.korist.sets import CARDS, SETS
from referee.games.picture import hand_zone

SUPPLY_ZONE: Final = "supply"
SHADOW_ZONE: Final = "shadow"
_MOST_TICKS: Final = 64
"""More cards are in no set: what came is no form of ours."""


def form(seen: KoristObservation, legal: Sequence[int], question: str) -> ChoiceForm:
    """The form of the decision at hand."""
    if seen.phase == KoristPhase.LAY:
        cards = ChoiceGroup(CARD, "Your cards", Control.SOME, _own(seen))
        hint = "Tick cards of one value, and jokers."
        return ChoiceForm(f"{question} {hint}", (cards,), "Lay these cards")
    # What lies open is chosen by its card, all else by a word.
    shown = [action for action in legal if _is_card(action)]
    said = [action for action in legal if not _is_card(action)]
    groups = []
    if shown:
        options = tuple(_option(seen, action) for action in shown)
        groups.append(ChoiceGroup(CARD, "", Control.ONE, options))
    if said:
        buttons = tuple(ChoiceOption(action_text(each), command(seen, each)) for each in said)
        groups.append(ChoiceGroup(BUTTON, "", Control.BUTTON, buttons))
    verb = "Capture this group" if seen.phase == KoristPhase.SHADOW else "Draw this pile"
    return ChoiceForm(question, tuple(groups), verb if shown else "")


def _is_card(action: int) -> bool:
    """Whether a card on the table stands for the action: a pile, or a group of the offer."""
    return SHADOW <= action < TAKE or PILE <= action < PILE + SUPPLY


def _own(seen: KoristObservation) -> tuple[ChoiceOption, ...]:
    zone = hand_zone(seen.seat)
    return tuple(
        ChoiceOption(f"{kind}-{copy}", kind_spoken(kind), face_key(kind), zone)
        for kind in range(1, KINDS + 1)
        for copy in range(seen.hand[kind - 1])
    )


def _option(seen: KoristObservation, action: int) -> ChoiceOption:
    zone = SHADOW_ZONE if action < TAKE else SUPPLY_ZONE
    # The card on top stands for its pile.
    kind = action - SHADOW + 1 if action < TAKE else seen.supply[action - PILE][-1]
    return ChoiceOption(action_text(action), command(seen, action), face_key(kind), zone)


def command(seen: KoristObservation, action: int) -> str:
    """The action as a command to oneself."""
    if action < SETS:
        return f"Lay {spoken_set(action)}"
    if action < TAKE:
        value = action - SHADOW + 1
        return f"Capture {seen.shadow[value - 1]} of value {value} from the shadow offer"
    if PILE <= action < PILE + SUPPLY:
        names = " and ".join(map(kind_spoken, seen.supply[action - PILE]))
        return f"Draw {names} from the supply"
    if action == DECK:
        return "Draw from the deck"
    return _WORDS[action_text(action)]


_WORDS: Final = {
    "take": "Take them",
    "leave": "Leave them",
    "back": "Take them back",
    "discard": "Discard them and draw",
    "none": "Draw nothing",
}


def picks(action: int) -> Picks:
    """What is chosen in the form to take the action; of alike cards the first ones."""
    if action >= SETS:
        return {CARD if _is_card(action) else BUTTON: (action_text(action),)}
    kinds = _kinds_laid(action)
    # Each copy has a name of its own, as two boxes of one name and value are one.
    return {CARD: tuple(f"{kind}-{kinds[:n].count(kind)}" for n, kind in enumerate(kinds))}


def _kinds_laid(action: int) -> list[int]:
    return kinds_of(CARDS[action])


def chosen(seen: KoristObservation, legal: Sequence[int], given: Picks) -> int:
    """The legal action that was chosen in the form. Raises PickError."""
    if seen.phase == KoristPhase.LAY:
        return _laid(seen, legal, given.get(CARD, ()))
    text = only(given, BUTTON) or only(given, CARD)
    found = next((action for action in legal if action_text(action) == text), None)
    if found is None:
        raise PickError("That is not possible now." if text else "Choose a card first.")
    return found


def _laid(seen: KoristObservation, legal: Sequence[int], ticked: Sequence[str]) -> int:
    own = {option.value: option for option in _own(seen)}
    chosen_cards = set(ticked)
    if not ticked:
        raise PickError("Tick the cards of a set first.")
    if len(chosen_cards) > _MOST_TICKS or not chosen_cards <= own.keys():
        raise PickError("That is not possible now.")
    # By kinds, since any of the alike cards may be ticked.
    kinds = sorted(int(value.partition("-")[0]) for value in chosen_cards)
    found = next(
        (action for action in legal if action < SETS and _kinds_laid(action) == kinds), None
    )
    if found is None:
        said = ", ".join(map(kind_spoken, kinds))
        raise PickError(f"{said}: that is no set. A set has cards of one value, and jokers.")
    return found
