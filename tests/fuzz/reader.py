"""A reader of what others wrote, and the one thing that it may do with a bad text: refuse it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hypothesis.strategies import SearchStrategy

CORPUS: Final = Path(__file__).with_name("corpus")
_LONGEST: Final = 1500
"""Characters. No refusal may be longer."""


@dataclass(frozen=True)
class Reader:
    """One reader with what it is fed."""

    name: str
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    """The errors that it documents."""
    inputs: SearchStrategy[bytes]

    @property
    def corpus(self) -> Path:
        """The folder of inputs that are tried each time."""
        return CORPUS / self.name

    def kept(self) -> list[Path]:
        """These inputs; every one that ever failed is among them."""
        return sorted(self.corpus.glob("*"))

    def try_(self, data: bytes) -> str:
        """Read it; what was said against it, in one sentence, "" when it was taken."""
        try:
            self.read(data)
        except self.refusals as error:
            said = str(error)
            assert said, "an error without a word"
            assert said.splitlines() == [said], f"more than a line: {said!r}"
            assert len(said) <= _LONGEST, f"{len(said)} characters: {said[:200]!r}"
            return said
        return ""
