"""Public events as sentences to the person who sits in one of the seats."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from referee.games.game import NotationError
from referee.games.picture import GamePicture
from referee.games.screen import Names, with_names
from referee.text import one_line

_SEAT: Final = re.compile(r"(?:^|(?<=[;:] ))seat (\d+) (\w+)")
"""How most events begin: who did something, and the verb."""
_AND: Final = re.compile(r" and ([a-z]+s) ")
"""How a second verb follows."""
_OWN: Final = re.compile(r"^you (\w+)")
_IRREGULAR: Final = {"is": "are", "has": "have", "does": "do"}
_ES: Final = ("ches", "shes", "sses", "xes", "zes", "oes")


def told_event(picture: GamePicture, names: Names, event: int) -> str:
    """The event in words, with the names of the seats; the person's own is "you"."""
    # A game from a package may fail to word an event of its own.
    try:
        words = one_line(picture.told(event))
    except (NotationError, ValueError, LookupError):
        return f"event {event}"
    return to_person(words, names)


def told_events(picture: GamePicture, names: Names, events: Iterable[int]) -> list[str]:
    """The events in words, without those of which a game has nothing to say."""
    return [words for event in events if (words := told_event(picture, names, event))]


def to_person(words: str, names: Names) -> str:
    """The sentence about "seat 0" and others with their names, such as "You play B7"."""
    # Only at the beginning of a clause is it sure that the word after the seat is its verb.
    found = _SEAT.search(words)
    if found and int(found[1]) < len(names) and names[int(found[1])] == "you":
        rest = _AND.sub(lambda each: f" and {_plain(each[1])} ", words[found.end() :])
        you = "you" if found.start() else "You"
        words = f"{words[: found.start()]}{you} {_plain(found[2])}{rest}"
    return with_names(words, names)


def of_person(clauses: Sequence[str]) -> str:
    """Clauses of which some begin with "you" for a name, as in a record, as one sentence."""
    said = [_OWN.sub(lambda found: f"you {_plain(found[1])}", each, count=1) for each in clauses]
    sentence = "; ".join(said)
    return f"You{sentence[3:]}" if sentence.startswith("you ") else sentence


def _plain(verb: str) -> str:
    """The verb as it stands after "you"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(_ES):
        return verb.removesuffix("es")
    return verb if verb.endswith("ss") else verb.removesuffix("s")
