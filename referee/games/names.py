"""How numbers of an observation are replaced by names for bots that read lines (docs/lines.md).

The module `names` in a game's folder has the game's NOTATION, and in FIELDS a FieldNames object for
each field that is written with names or as a list of parts. Other fields are written as in the
protocol, except that an enum is a word, and that the history is a list of events in words.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

Values = Mapping[str, Any]
"""The fields of an observation by name, without the history: numbers, texts, booleans, and lists of
them. An enum is a word; None stands for a field that is not set."""
JsonSchema = dict[str, Any]
"""A JSON schema as an object of the module json."""

_CACHED_TEXTS: Final = 4096
"""The number of texts that a field caches, since the same numbers are written again and again."""


class FieldNames:
    """How one field is written: here its numbers stay numbers; derived classes give them names."""

    about: str = ""
    """The field's description in the JSON schema; "" to take the comment in the protocol."""

    def written(self, value: Any, values: Values) -> Any:
        """The field's value `value` as it is written in JSON.

        `values` has the fields of the observation, and is not changed.
        """
        del values
        return value

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """The JSON schema of the result of `written`; `usual` is the schema without names."""
        return usual


NUMBERS: Final = FieldNames()
"""Leaves the numbers of a field as they are; for parts of a `Split`."""
HISTORY: Final = "history"
"""The name of the field with an observation's public events, the same in every game that has one.
Some games leave out the events of earlier rounds."""


class Texts(FieldNames):
    """Writes a number as a text, and a list of numbers as a list of texts."""

    def __init__(self, text: Callable[[int], str], about: str = "") -> None:
        """`text` gives the text of a number, such as a function of the game's notation."""
        self.about = about
        self._text = lru_cache(_CACHED_TEXTS)(text)

    def written(self, value: Any, values: Values) -> Any:
        """The text of a number, a list of texts for a list, or None for None."""
        del values
        if isinstance(value, int):
            return self._text(value)
        return value and [*map(self._text, value)]

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """The schema with strings in place of numbers; lists and nulls stay."""
        if usual.get("type") == "array":
            return {"type": "array", "items": {"type": "string"}}
        nullable = isinstance(usual.get("type"), list)
        return {"type": ["string", "null"] if nullable else "string"}


class CountsOfCards(FieldNames):
    """Writes counts, one for each kind of card, as a list with each card as often as counted."""

    def __init__(self, texts: Sequence[str], about: str = "") -> None:
        """`texts` are the texts of the kinds of cards, in the order of the counts."""
        self.about = about
        self._texts = texts

    def written(self, value: Any, values: Values) -> Any:
        """The texts of the cards, in the order of the counts."""
        del values
        counted = zip(self._texts, value, strict=True)
        return [text for text, count in counted if count for _ in range(count)]

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """A list of strings, one for each card."""
        del usual
        return {"type": "array", "items": {"type": "string"}}


class Split(FieldNames):
    """Writes a list as a list of parts; the protocol has no lists of lists."""

    def __init__(
        self, inner: FieldNames, sizes: Callable[[Values], Sequence[int]] | int, about: str
    ) -> None:
        """`inner` says how each part is written.

        `sizes` is the size of every part, or a function from all fields to the sizes by part.
        """
        self.about = about
        self._inner = inner
        self._sizes = sizes

    def written(self, value: Any, values: Values) -> Any:
        """A list with each part as `inner` writes it."""
        sizes = self._sizes
        if isinstance(sizes, int):
            by_part: Sequence[int] = [sizes] * (len(value) // sizes)
        else:
            by_part = sizes(values)
        # One iterator for all parts, so that each part begins where the last one ended.
        rest = iter(value)
        return [self._inner.written([*islice(rest, size)], values) for size in by_part]

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """A list of parts, each with the schema of `inner`."""
        return {"type": "array", "items": self._inner.schema(usual)}
