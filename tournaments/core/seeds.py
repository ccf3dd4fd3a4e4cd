"""Seeds: drawn by chance where none is given; those that can be found by trying are known."""

import secrets
from typing import Final

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
