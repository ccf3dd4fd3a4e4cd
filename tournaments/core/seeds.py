"""Draws and checks seeds, and recognises those that can be found by trying."""

import secrets
from typing import Final

from referee.errors import UserError

# Anybody who finds the seed knows all cards (docs/security.md, Seeds).
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


def check_new_seed(seed: str, owner: str) -> None:
    """Raise UserError if the seed has control characters or others that are not printed.

    Nobody could type such a seed. `owner` names, for the message, the new tournament, series or
    match. What was begun with such a seed goes on with it, and is not checked.
    """
    for number, character in enumerate(seed, 1):
        if not character.isprintable():
            # The seed is still a secret, so this character alone is quoted.
            raise UserError(
                f"the seed of {owner} must be made of characters that are printed, without line"
                f" breaks; received {character!r} as number {number}"
            )
