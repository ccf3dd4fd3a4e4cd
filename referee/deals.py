"""Derived random streams: every chance event of a match has a stream of its own.

A deal is all random draws of one playing. It is a pure function of a 32-byte key, and the key is a
pure function of a path: tournament seed, game, options, board, and who shares the deal
(referee/sharing.py). What is drawn for one purpose does not depend on what was played or on other
draws. The derivation, so that it can be repeated in any language:

    key    = SHA-256("stych/1" NUL part NUL part ...)                      the path, in UTF-8
    stream = SHA-256(key purpose)                      a purpose, in UTF-8, such as round/3/cards
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
"""The numbers that were drawn from a deal, by purpose."""

_WORD_VALUES: Final = 1 << 32
# Unpacks a whole digest in one call, since dealing takes a large part of the time of a short game.
_EIGHT_WORDS: Final = Struct(">8I")


def derive(*parts: str) -> bytes:
    """The 32-byte key of a path of texts. Raises ValueError if a text holds a NUL."""
    # NUL separates the texts: if a text could hold it, two paths could have the same key.
    if any("\0" in part for part in parts):
        raise ValueError(f"a seed path may not hold NUL characters: {parts!r}")
    return hashlib.sha256("\0".join(("stych/1", *parts)).encode()).digest()


def commitment(key: bytes, salt: bytes = b"") -> bytes:
    """The SHA-256 that is sent at a match's start, and checked when key and salt are shown.

    Each match has a salt of its own: without salts, matches on the same deal would have the same
    commitment. The salt is empty in matches from before there were salts.
    """
    return hashlib.sha256(b"stych/1 commitment\0" + key + salt).digest()


def opens(key: bytes, salt: bytes, promised: bytes) -> bool:
    """Whether `promised` is the commitment to `key` and `salt`; False also if a length is wrong."""
    # Key and salt are hashed as one text. If their lengths were free, bytes could be moved from one
    # to the other later, which would show another key.
    lengths_fit = len(key) == 32 and len(salt) in (0, 32)
    return lengths_fit and hmac.compare_digest(commitment(key, salt), promised)


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal:
    """All random draws of one playing, made by purpose and remembered for the record.

    A purpose always gives the same numbers, in whatever order purposes are asked for. It must
    always be asked for with the same method and the same `n`. Raises ValueError for a key that does
    not have 32 bytes.
    """

    __slots__ = ("_drawn", "key")

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError(f"a deal's key has 32 bytes, not {len(key)}")
        self.key = key
        self._drawn: dict[str, tuple[int, ...]] = {}

    @property
    def drawn(self) -> Draws:
        """All draws so far, as a copy, in the order in which they were first asked for."""
        return dict(self._drawn)

    @property
    def purposes(self) -> int:
        """The number of purposes for which something was drawn so far."""
        return len(self._drawn)

    def below(self, n: int, purpose: str) -> int:
        """A number from 0 to n - 1, all equally likely; `n` is from 1 to 2**32."""
        if purpose not in self._drawn:
            self._drawn[purpose] = (self._below(n, purpose),)
        return self._drawn[purpose][0]

    def shuffle(self, n: int, purpose: str) -> tuple[int, ...]:
        """The numbers from 0 to n - 1 in a random order; all orders are equally likely."""
        if purpose not in self._drawn:
            self._drawn[purpose] = self._shuffled(n, purpose)
        return self._drawn[purpose]

    def _shuffled(self, n: int, purpose: str) -> tuple[int, ...]:
        items = list(range(n))
        left, certain = n, _WORD_VALUES - n
        stream, counter = self._stream(purpose), 0
        while left > 1:
            for word in self._words(stream, counter):
                # Words from the largest multiple of `left` on would make small numbers likelier, so
                # they are skipped. Words below `certain` are below it for every `left`: for them
                # the bound need not be computed.
                if left > 1 and (word < certain or word < _WORD_VALUES - _WORD_VALUES % left):
                    chosen = word % left
                    left -= 1
                    items[left], items[chosen] = items[chosen], items[left]
            counter += 1
        return tuple(items)

    def _below(self, n: int, purpose: str) -> int:
        limit = _WORD_VALUES - _WORD_VALUES % n
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
    """A deal of which some draws are given, for tests and for re-deals (Game.redealt).

    The given draws count as drawn. All others are derived from the key.
    """

    __slots__ = ()

    def __init__(self, draws: Draws, key: bytes = bytes(32)) -> None:
        super().__init__(key)
        self._drawn.update({purpose: tuple(values) for purpose, values in draws.items()})
