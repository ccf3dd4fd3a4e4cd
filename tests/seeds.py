"""A seed for tests."""

from typing import Final

SEED: Final = "s0123456789abcdefghi"
"""As short as one may be that no warning is given of."""
