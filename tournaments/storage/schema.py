"""The tables of the database. A change of them needs a migration, in migrations/versions."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    Named,
    String,
    Table,
    TypedColumns,
)

# Without SQLAlchemy's ORM, which takes a tenth of a command's start and which no query needs.
METADATA: Final = MetaData()
"""All tables, which Alembic compares with a database."""

# As SQLite has them: texts in the order of their bytes, numbers of 64 bits.
_TEXT: Final = String().with_variant(String(collation="C"), "postgresql")
_NUMBER: Final = Integer().with_variant(BigInteger(), "postgresql")


class TournamentColumns(TypedColumns):
    """What is kept of a tournament that was run, with its definition as it is now."""

    name: Named[str] = Column(_TEXT, primary_key=True)
    definition: Named[str] = Column(_TEXT)
    """JSON: all that must not change while results are added."""


class MatchColumns(TypedColumns):
    """What is kept of a match that was played, under its derived id."""

    id: Named[str] = Column(_TEXT, primary_key=True)
    tournament: Named[str] = Column(_TEXT, index=True)
    board: Named[int] = Column(_NUMBER)
    summary: Named[str] = Column(_TEXT)
    """JSON: what tables need, so that they need not unpack records."""
    faults: Named[int] = Column(_NUMBER)
    """How many seats were at fault; `stych faults` reads only records that have some."""
    record: Named[bytes] = Column(LargeBinary)
    """The record without its measured part, packed by zlib."""
    measured: Named[str] = Column(_TEXT)
    checksum: Named[int] = Column(_NUMBER, server_default="0")
    """CRC-32 of `record`: packed data has bits that unpacking takes no notice of."""


class JournalColumns(TypedColumns):
    """What is kept of an entry of a tournament's journal; see tournaments.storage.journal."""

    tournament: Named[str] = Column(_TEXT, primary_key=True)
    number: Named[int] = Column(_NUMBER, primary_key=True, autoincrement=False)
    """From 1, without gaps."""
    entry: Named[str] = Column(_TEXT)
    link: Named[str] = Column(_TEXT)


class BotColumns(TypedColumns):
    """What is kept of a bot's version; its files are in the folder named by its digest."""

    name: Named[str] = Column(_TEXT, primary_key=True)
    number: Named[int] = Column(_NUMBER, primary_key=True, autoincrement=False)
    """From 1, in the order of submission."""
    digest: Named[str] = Column(_TEXT, unique=True)
    manifest: Named[str] = Column(_TEXT)
    """JSON: its bot.toml."""
    submitted: Named[str] = Column(_TEXT)
    """When it was stored, in ISO 8601, UTC."""
    withdrawn: Named[str | None] = Column(_TEXT)
    """When it was withdrawn, in ISO 8601, UTC; NULL if it was not."""
    author: Named[str | None] = Column(_TEXT)
    """Who submitted it over the web; NULL for what the operator stored."""


class TokenColumns(TypedColumns):
    """What is kept of the token by which a remote entrant is known."""

    entrant: Named[str] = Column(_TEXT, primary_key=True)
    digest: Named[str] = Column(_TEXT)
    """SHA-256, hexadecimal; the token itself is kept nowhere."""
    issued: Named[str] = Column(_TEXT)
    """When it was issued, in ISO 8601, UTC."""


class AuthorColumns(TypedColumns):
    """What is kept of somebody who may submit bots over the web, and of their token."""

    name: Named[str] = Column(_TEXT, primary_key=True)
    role: Named[str] = Column(_TEXT)
    """See tournaments.hosting.authors.Role."""
    digest: Named[str] = Column(_TEXT)
    """SHA-256, hexadecimal; the token itself is kept nowhere."""
    issued: Named[str] = Column(_TEXT)
    """When it was issued, in ISO 8601, UTC."""


TOURNAMENTS: Final = Table("tournaments", METADATA, TournamentColumns)
MATCHES: Final = Table("matches", METADATA, MatchColumns)
JOURNAL: Final = Table("journal", METADATA, JournalColumns)
BOTS: Final = Table("bots", METADATA, BotColumns)
TOKENS: Final = Table("tokens", METADATA, TokenColumns)
AUTHORS: Final = Table("authors", METADATA, AuthorColumns)
