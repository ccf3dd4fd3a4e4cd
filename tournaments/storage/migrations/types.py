"""The types of columns in migrations.

schema.py has types of its own, so that old migrations stay as they are when the schema changes.
"""

from typing import Final

import sqlalchemy as sa

TEXT: Final = sa.String().with_variant(sa.String(collation="C"), "postgresql")
"""A text, sorted by its bytes, as SQLite sorts texts."""
NUMBER: Final = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
"""A whole number of 64 bits, as in SQLite."""
