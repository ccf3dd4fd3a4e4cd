"""The types of columns in migrations; they stay as they are."""

from typing import Final

import sqlalchemy as sa

TEXT: Final = sa.String().with_variant(sa.String(collation="C"), "postgresql")
"""A text; in the order of its bytes, as SQLite has it."""
NUMBER: Final = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
"""A whole number of 64 bits, as SQLite has it."""
