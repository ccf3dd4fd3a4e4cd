"""Derived random streams: every chance event of a match has a stream of its own.

A deal is all chance of one playing. It is a pure function of a 32-byte key, and the key is a pure
function of a path: tournament seed, game, options, board, and whose deal of the board it is (see
referee/sharing.py). Nothing that is played can change what another purpose draws. The derivation,
so that it can be repeated in any language:

    key    = SHA-256("stych/1" NUL part NUL part ...)                      the path, in UTF-8
    stream = SHA-256(key purpose)                                          such as "round/3/cards"
    words  = SHA-256(stream counter), counter = 0, 1, ... as 4 bytes; a digest is 8 words of 4 bytes
             (all big-endian)

A number below n is the next word below the largest multiple of n within 2**32, modulo n.
A shuffle of n is Fisher-Yates on 0..n-1: for i from n-1 down to 1 swap i with a number below i+1.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Final

from mypy_extensions import mypyc_attr

Draws = Mapping[str, Sequence[int]]
"""What a deal was asked for: the numbers drawn, by purpose."""

_WORD: Final = 1 << 32
# A whole digest is taken apart in one step: dealing is a large part of a short game.
_EIGHT_WORDS: Final = Struct(">8I")


def derive(*parts: str) -> bytes:
    """A 32-byte key for a path of texts. Raises ValueError for one that holds a NUL."""
    # NUL parts the texts: with it in a text, two paths could have one key.
    if any("\0" in part for part in parts):
        raise ValueError(f"a seed path may not hold NUL characters: {parts!r}")
    return hashlib.sha256("\0".join(("stych/1", *parts)).encode()).digest()


def commitment(key: bytes, salt: bytes = b"") -> bytes:
    """The SHA-256 that is sent at a match's start, and checked when key and salt are shown.

    The salt is the match's own: without one, matches on the same deal would have the same
    commitment.
    """
    return hashlib.sha256(b"stych/1 commitment\0" + key + salt).digest()


def opens(key: bytes, salt: bytes, promised: bytes) -> bool:
    """Whether key and salt fit the commitment.

    One from before there were salts has an empty salt.
    """
    # Key and salt are hashed as one text: with another length, bytes could move from one to the
    # other, and so be chosen later.
    whole = len(key) == 32 and len(salt) in (0, 32)
    return whole and hmac.compare_digest(commitment(key, salt), promised)


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal:
    """All chance of one playing, drawn by purpose and remembered for the record.

    The same purpose always gives the same numbers, in whatever order purposes are asked for. Raises
    ValueError for a key that does not have 32 bytes.
    """

    __slots__ = ("_drawn", "key")

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError(f"a deal's key has 32 bytes, not {len(key)}")
        self.key = key
        self._drawn: dict[str, tuple[int, ...]] = {}

    @property
    def drawn(self) -> Draws:
        """Everything that was drawn so far; a copy."""
        return dict(self._drawn)

    @property
    def purposes(self) -> int:
        """For how many purposes something was drawn so far."""
        return len(self._drawn)

    def below(self, n: int, purpose: str) -> int:
        """A number from 0 to n - 1, each as likely as the others."""
        if purpose not in self._drawn:
            self._drawn[purpose] = (self._below(n, purpose),)
        return self._drawn[purpose][0]

    def shuffle(self, n: int, purpose: str) -> tuple[int, ...]:
        """A permutation of 0 to n - 1, each as likely as the others."""
        if purpose not in self._drawn:
            self._drawn[purpose] = self._shuffled(n, purpose)
        return self._drawn[purpose]

    def _shuffled(self, n: int, purpose: str) -> tuple[int, ...]:
        items = list(range(n))
        left, certain = n, _WORD - n
        stream, counter = self._stream(purpose), 0
        while left > 1:
            for word in self._words(stream, counter):
                # Words beyond the largest multiple would make small numbers likelier. `certain`
                # saves the division: below it a word is good for every number up to n.
                if left > 1 and (word < certain or word < _WORD - _WORD % left):
                    other = word % left
                    left -= 1
                    items[left], items[other] = items[other], items[left]
            counter += 1
        return tuple(items)

    def _below(self, n: int, purpose: str) -> int:
        limit = _WORD - _WORD % n
        stream, counter = self._stream(purpose), 0
        while True:
            for word in self._words(stream, counter):
                if word < limit:
                    return word % n
            counter += 1

    def _stream(self, purpose: str) -> bytes:
        return hashlib.sha256(self.key + purpose.encode()).digest()

    def _words(self, stream: bytes, counter: int) -> tuple[int, ...]:
        return _EIGHT_WORDS.unpack(hashlib.sha256(stream + counter.to_bytes(4, "big")).digest())


@mypyc_attr(allow_interpreted_subclasses=True)
class FixedDeal(Deal):
    """A deal with some draws given: for golden games, replays and re-deals.

    The others are derived.
    """

    __slots__ = ()

    def __init__(self, draws: Draws, key: bytes = bytes(32)) -> None:
        super().__init__(key)
        self._drawn.update({purpose: tuple(values) for purpose, values in draws.items()})
