"""The tables of the database. Every change here needs a migration in migrations/versions."""

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

# Plain tables and not SQLAlchemy's ORM: no query needs the ORM, and to load it takes a tenth of the
# time in which a command starts.
METADATA: Final = MetaData()
"""All tables."""

# In PostgreSQL as in SQLite: texts are sorted by their bytes, and numbers have 64 bits.
_TEXT: Final = String().with_variant(String(collation="C"), "postgresql")
_NUMBER: Final = Integer().with_variant(BigInteger(), "postgresql")


class TournamentColumns(TypedColumns):
    """A tournament that was run, with its present definition."""

    name: Named[str] = Column(_TEXT, primary_key=True)
    definition: Named[str] = Column(_TEXT)
    """JSON; tournaments.config.defining has the keys, and which of them a later run may change."""


class MatchColumns(TypedColumns):
    """A match that was played, under its derived id."""

    id: Named[str] = Column(_TEXT, primary_key=True)
    tournament: Named[str] = Column(_TEXT, index=True)
    board: Named[int] = Column(_NUMBER)
    summary: Named[str] = Column(_TEXT)
    """JSON: the part that rating tables need, so that records need not be unpacked for them."""
    faults: Named[int] = Column(_NUMBER)
    """The number of seats at fault; `stych faults` reads only records where it is not 0."""
    record: Named[bytes] = Column(LargeBinary)
    """The record's line of JSON, without its measured part, packed by zlib."""
    measured: Named[str] = Column(_TEXT)
    """JSON: the measured part of the record."""
    checksum: Named[int] = Column(_NUMBER, server_default="0")
    """CRC-32 of `record`: packed data has bits whose change unpacking does not notice."""


class JournalColumns(TypedColumns):
    """An entry of a tournament's journal; see tournaments.storage.journal."""

    tournament: Named[str] = Column(_TEXT, primary_key=True)
    number: Named[int] = Column(_NUMBER, primary_key=True, autoincrement=False)
    """From 1, without gaps."""
    entry: Named[str] = Column(_TEXT)
    """The text of the entry."""
    link: Named[str] = Column(_TEXT)


class BotColumns(TypedColumns):
    """A version of a submitted bot; its files are in the folder named by its digest."""

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
    """The token by which a remote entrant is known."""

    entrant: Named[str] = Column(_TEXT, primary_key=True)
    digest: Named[str] = Column(_TEXT)
    """SHA-256 of the token, in hexadecimal; the token itself is stored nowhere."""
    issued: Named[str] = Column(_TEXT)
    """When the token was issued, in ISO 8601, UTC."""


class AuthorColumns(TypedColumns):
    """An author, who may submit bots over the web, with the author's token."""

    name: Named[str] = Column(_TEXT, primary_key=True)
    role: Named[str] = Column(_TEXT)
    """See tournaments.hosting.authors.Role."""
    digest: Named[str] = Column(_TEXT)
    """SHA-256 of the token, in hexadecimal; the token itself is stored nowhere."""
    issued: Named[str] = Column(_TEXT)
    """When the token was issued, in ISO 8601, UTC."""


TOURNAMENTS: Final = Table("tournaments", METADATA, TournamentColumns)
MATCHES: Final = Table("matches", METADATA, MatchColumns)
JOURNAL: Final = Table("journal", METADATA, JournalColumns)
BOTS: Final = Table("bots", METADATA, BotColumns)
TOKENS: Final = Table("tokens", METADATA, TokenColumns)
AUTHORS: Final = Table("authors", METADATA, AuthorColumns)
