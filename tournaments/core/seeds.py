"""Draws seeds, and recognises those that can be found by trying."""

import secrets
from typing import Final

from referee.errors import UserError

# Whoever finds the seed knows all cards (docs/security.md, Seeds).
SHORTEST: Final = 20
"""A seed of fewer characters can be found by trying."""
FEWEST: Final = 8
"""A seed of fewer different characters can be found by trying as well."""


def draw_seed() -> str:
    """A seed of 128 random bits that nobody can find by trying."""
    return secrets.token_hex(16)


def is_weak(seed: str) -> bool:
    """Whether the seed can be found by trying, by anybody who has seen a deal's commitment.

    Only the length and the number of different characters are looked at. A seed of words or names
    may be weak all the same.
    """
    return len(seed) < SHORTEST or len(set(seed)) < FEWEST


def check_new(seed: str, of: str) -> None:
    """Check the seed of something new; `of` says in the message of what. Raises UserError.

    The seed must have no control characters, line breaks or others that are not printed: whoever is
    told the seed could not type it. What was begun with such a seed keeps it, and is not checked.
    """
    for number, character in enumerate(seed, 1):
        if not character.isprintable():
            # The seed is still a secret, so this character alone is quoted.
            raise UserError(
                f"the seed of {of} must be made of characters that are printed, without line"
                f" breaks; received {character!r} as number {number}"
            )
