"""The tables of the database. A change of them needs a migration, in migrations/versions."""

from typing import Final

from sqlalchemy import BigInteger, Integer, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# As SQLite has them: texts in the order of their bytes, numbers of 64 bits.
_TEXT: Final = String().with_variant(String(collation="C"), "postgresql")
_NUMBER: Final = Integer().with_variant(BigInteger(), "postgresql")


class Base(DeclarativeBase):
    """The declarative base that all tables share, which Alembic compares with a database."""


class TournamentRow(Base):
    """A tournament that was run, with its definition as it is now."""

    __tablename__ = "tournaments"

    name: Mapped[str] = mapped_column(_TEXT, primary_key=True)
    definition: Mapped[str] = mapped_column(_TEXT)
    """JSON: all that must not change while results are added."""


class MatchRow(Base):
    """A match that was played, under its derived id."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(_TEXT, primary_key=True)
    tournament: Mapped[str] = mapped_column(_TEXT, index=True)
    board: Mapped[int] = mapped_column(_NUMBER)
    summary: Mapped[str] = mapped_column(_TEXT)
    """JSON: what tables need, so that they need not unpack records."""
    faults: Mapped[int] = mapped_column(_NUMBER)
    """How many seats were at fault; `stych faults` reads only records that have some."""
    record: Mapped[bytes] = mapped_column(LargeBinary)
    """The record without its measured part, packed by zlib."""
    measured: Mapped[str] = mapped_column(_TEXT)
    checksum: Mapped[int] = mapped_column(_NUMBER, server_default="0")
    """CRC-32 of `record`: packed data has bits that unpacking takes no notice of."""


class JournalRow(Base):
    """An entry of a tournament's journal; see tournaments.storage.journal."""

    __tablename__ = "journal"

    tournament: Mapped[str] = mapped_column(_TEXT, primary_key=True)
    number: Mapped[int] = mapped_column(_NUMBER, primary_key=True, autoincrement=False)
    """From 1, without gaps."""
    entry: Mapped[str] = mapped_column(_TEXT)
    link: Mapped[str] = mapped_column(_TEXT)


class BotRow(Base):
    """A version of a bot that was submitted; its files are in the folder named by its digest."""

    __tablename__ = "bots"

    name: Mapped[str] = mapped_column(_TEXT, primary_key=True)
    number: Mapped[int] = mapped_column(_NUMBER, primary_key=True, autoincrement=False)
    """From 1, in the order of submission."""
    digest: Mapped[str] = mapped_column(_TEXT, unique=True)
    manifest: Mapped[str] = mapped_column(_TEXT)
    """JSON: its bot.toml."""
    submitted: Mapped[str] = mapped_column(_TEXT)
    """When it was stored, in ISO 8601, UTC."""
    withdrawn: Mapped[str | None] = mapped_column(_TEXT)
    """When it was withdrawn, in ISO 8601, UTC; NULL if it was not."""
    author: Mapped[str | None] = mapped_column(_TEXT)
    """Who submitted it over the web; NULL for what the operator stored."""


class TokenRow(Base):
    """The token by which a remote entrant is known."""

    __tablename__ = "tokens"

    entrant: Mapped[str] = mapped_column(_TEXT, primary_key=True)
    digest: Mapped[str] = mapped_column(_TEXT)
    """SHA-256, hexadecimal; the token itself is kept nowhere."""
    issued: Mapped[str] = mapped_column(_TEXT)
    """When it was issued, in ISO 8601, UTC."""


class AuthorRow(Base):
    """Somebody who may submit bots over the web, and the token by which they are known."""

    __tablename__ = "authors"

    name: Mapped[str] = mapped_column(_TEXT, primary_key=True)
    role: Mapped[str] = mapped_column(_TEXT)
    """See tournaments.hosting.authors.Role."""
    digest: Mapped[str] = mapped_column(_TEXT)
    """SHA-256, hexadecimal; the token itself is kept nowhere."""
    issued: Mapped[str] = mapped_column(_TEXT)
    """When it was issued, in ISO 8601, UTC."""
