"""Seeds: drawn by chance where none is given; those that can be found by trying are known."""

import secrets
from typing import Final

from referee.errors import UserError

# Whoever finds the seed knows all cards (docs/security.md, Seeds).
SHORTEST: Final = 20
"""A seed of fewer characters can be found by trying."""
FEWEST: Final = 8
"""A seed of fewer different characters can be found by trying as well."""


def drawn() -> str:
    """A seed of 128 random bits that nobody can find by trying."""
    return secrets.token_hex(16)


def is_weak(seed: str) -> bool:
    """Whether the seed can be found by trying: whoever has seen a deal's commitment can do it.

    Only its length and its variety are looked at. Words and names are weaker than they are long.
    """
    return len(seed) < SHORTEST or len(set(seed)) < FEWEST


def check_new(seed: str, of: str) -> None:
    """Check a seed with which something is begun; `of` says what. Raises UserError.

    Of control characters, line breaks and all else that is not printed there must be none: whoever
    is told the seed could not give it again. What was begun with such a seed keeps it.
    """
    for at, character in enumerate(seed, 1):
        if not character.isprintable():
            # The seed is still a secret, so this character alone is quoted.
            raise UserError(
                f"the seed of {of} must be made of characters that are printed, without line"
                f" breaks; received {character!r} as number {at}"
            )
