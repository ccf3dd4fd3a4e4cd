"""How the fields of an observation are written by names, where a bot reads lines (docs/lines.md).

A module `names` in a game's folder has its NOTATION, and in FIELDS what the numbers of each field
stand for. Fields that are not among these are written as the protocol has them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

Values = Mapping[str, Any]
"""All fields of an observation by name, as numbers."""
JsonSchema = dict[str, Any]

_REMEMBERED: Final = 4096
"""How many texts of numbers are kept: those of events repeat in every history."""


class FieldNames:
    """A field whose numbers stay numbers; what is derived from it gives them names."""

    about: str = ""
    """What the field then has, where the protocol's own words speak of numbers."""

    def written(self, value: Any, values: Values) -> Any:
        """The value for JSON. `values` has all fields of the observation."""
        del values
        return value

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """The JSON schema of what is written; `usual` is that of the field without names."""
        return usual


NUMBERS: Final = FieldNames()
HISTORY: Final = "history"
"""The field of every game that has the public events so far."""


class Texts(FieldNames):
    """A number, or each of a list, as its text."""

    def __init__(self, text: Callable[[int], str], about: str = "") -> None:
        """`text` is a function of the game's notation."""
        self.about = about
        self._text = lru_cache(_REMEMBERED)(text)

    def written(self, value: Any, values: Values) -> Any:
        """The text, a list of texts, or None for no value."""
        del values
        if isinstance(value, int):
            return self._text(value)
        return value and [*map(self._text, value)]

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """Strings in place of numbers."""
        # A list stays a list, and what may be missing may still be null: only numbers change.
        if usual.get("type") == "array":
            return {"type": "array", "items": {"type": "string"}}
        nullable = isinstance(usual.get("type"), list)
        return {"type": ["string", "null"] if nullable else "string"}


class CountsOfCards(FieldNames):
    """Counts of cards that are alike as a list of the cards, each as often as it is counted."""

    def __init__(self, texts: Sequence[str], about: str = "") -> None:
        """`texts` are the cards, in the order of the counts."""
        self.about = about
        self._texts = texts

    def written(self, value: Any, values: Values) -> Any:
        """The cards, by the order of the counts."""
        del values
        # Not strict: counts at the end may be left out, where none of the cards is there.
        counted = zip(self._texts, value, strict=False)
        return [text for text, count in counted if count for _ in range(count)]

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """Strings in a list, one for each card."""
        del usual
        return {"type": "array", "items": {"type": "string"}}


class Split(FieldNames):
    """A list that goes on the wire in one piece, as a list of lists."""

    def __init__(
        self, inner: FieldNames, sizes: Callable[[Values], Sequence[int]] | int, about: str
    ) -> None:
        """`sizes` are those of all parts; one number for parts of one size."""
        self.about = about
        self._inner = inner
        self._sizes = sizes

    def written(self, value: Any, values: Values) -> Any:
        """A list of what `inner` writes for each part."""
        sizes = self._sizes
        if isinstance(sizes, int):
            sizes_of_all: Sequence[int] = [sizes] * (len(value) // sizes)
        else:
            sizes_of_all = sizes(values)
        # One iterator for all parts, so that each begins where the one before it ended.
        left = iter(value)
        return [self._inner.written([*islice(left, size)], values) for size in sizes_of_all]

    def schema(self, usual: JsonSchema) -> JsonSchema:
        """A list, for each part of what `inner` says."""
        return {"type": "array", "items": self._inner.schema(usual)}
