"""Public events as sentences to the person in one of the seats, who is called "you"."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from referee.games.game import NotationError
from referee.games.picture import GamePicture
from referee.games.screen import Names, with_names
from referee.text import one_line

_SEAT: Final = re.compile(r"(?:^|(?<=[;:] ))seat (\d+) (\w+)")
"""The beginning of most events: the seat that did something, and the verb."""
_AND: Final = re.compile(r" and ([a-z]+s) ")
"""A second verb for the same seat."""
_OWN: Final = re.compile(r"^you (\w+)")
"""The beginning of a clause about the person, and the verb."""
_IRREGULAR: Final = {"is": "are", "has": "have", "does": "do"}
_ES: Final = ("ches", "shes", "sses", "xes", "zes", "oes")
"""Endings of verbs that lose "es" after "you"; other verbs lose "s"."""


def event_sentence(picture: GamePicture, names: Names, event: int) -> str:
    """The event in words, with the names of the seats; the person's is "you".

    Empty for an event that the table shows anyway; "event" and its number for an event that
    the game cannot put into words.
    """
    # A game of another package may have events that it cannot put into words.
    try:
        words = one_line(picture.event_words(event))
    except (NotationError, ValueError, LookupError):
        return f"event {event}"
    return sentence_to_person(words, names)


def event_sentences(picture: GamePicture, names: Names, events: Iterable[int]) -> list[str]:
    """The events in words, without those that the table shows anyway."""
    return [words for event in events if (words := event_sentence(picture, names, event))]


def sentence_to_person(words: str, names: Names) -> str:
    """The sentence with names in place of "seat 0" and so on: "You play B7", "ann plays B7"."""
    # Elsewhere than at the beginning of a clause the word after the seat may be no verb.
    match = _SEAT.search(words)
    if match and int(match[1]) < len(names) and names[int(match[1])] == "you":
        rest = _AND.sub(lambda verb: f" and {_plain(verb[1])} ", words[match.end() :])
        you = "you" if match.start() else "You"
        words = f"{words[: match.start()]}{you} {_plain(match[2])}{rest}"
    return with_names(words, names)


def replay_sentence(clauses: Sequence[str]) -> str:
    """The clauses of a replay as one sentence, with "you play" for "you plays".

    In the record of the match "you" is the name of the person's entrant.
    """
    plain = [_OWN.sub(lambda verb: f"you {_plain(verb[1])}", each, count=1) for each in clauses]
    sentence = "; ".join(plain)
    return f"You{sentence[3:]}" if sentence.startswith("you ") else sentence


def _plain(verb: str) -> str:
    """The verb as it is used after "you"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(_ES):
        return verb.removesuffix("es")
    return verb if verb.endswith("ss") else verb.removesuffix("s")
