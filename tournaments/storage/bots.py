"""The versions of submitted bots: their rows in the database of a data folder."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, func, insert, select, update

from referee.errors import UserError
from referee.rpc.manifest import Manifest
from tournaments.storage.database import Database
from tournaments.storage.schema import BOTS


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a stored bot, as docs/submitting.md describes it."""

    name: str
    number: int
    """From 1, in the order of submission."""
    digest: str
    """The SHA-256 of the files that were submitted; also the name of the version's folder."""
    manifest: Manifest
    submitted: str
    """When it was stored, in ISO 8601, UTC."""
    withdrawn: str | None
    """When it was withdrawn, in ISO 8601, UTC; None if it was not."""
    author: str | None = None
    """Who submitted it over the web; None for what the operator stored."""

    def __str__(self) -> str:
        return f"{self.name}@{self.number}"


def versions(database: Database) -> list[Version]:
    """All versions of all bots, ordered by name and number. Raises UserError."""
    with database.reading() as connection:
        rows = connection.execute(select(BOTS).order_by(BOTS.c.name, BOTS.c.number))
        return [_version(row) for row in rows]


def with_digest(database: Database, digest: str) -> Version | None:
    """The version with this digest; None if there is none. Raises UserError."""
    with database.reading() as connection:
        return _with_digest(connection, digest)


def check_owner(database: Database, name: str, author: str | None) -> None:
    """Raise UserError if the bot's name belongs to another author, or to the operator.

    A name belongs to the author of its first version. `author` is None for the operator, who may
    use every name.
    """
    with database.reading() as connection:
        _check_owner(connection, name, author)


def add(database: Database, digest: str, manifest: Manifest, author: str | None = None) -> Version:
    """Add the next version of the manifest's name, or return the one that has this digest already.

    Raises UserError, also as `check_owner` does.
    """
    name = manifest.name
    with database.writing() as connection:
        # Checked in the transaction: another process may just have stored the bot or its name.
        _check_owner(connection, name, author)
        if version := _with_digest(connection, digest):
            return version
        last = connection.scalar(select(func.max(BOTS.c.number)).where(BOTS.c.name == name)) or 0
        version = Version(name, last + 1, digest, manifest, _now(), None, author)
        values = {"name": name, "number": version.number, "digest": digest, "author": author}
        connection.execute(
            insert(BOTS).values(
                **values, manifest=manifest.model_dump_json(), submitted=version.submitted
            )
        )
        return version


def withdraw(database: Database, version: Version) -> None:
    """Mark a version as withdrawn; a withdrawn one keeps its earlier date. Raises UserError."""
    unmarked = (BOTS.c.digest == version.digest, BOTS.c.withdrawn.is_(None))
    with database.writing() as connection:
        connection.execute(update(BOTS).where(*unmarked).values(withdrawn=_now()))


def version_states(versions: Sequence[Version], with_files: Container[str]) -> list[str]:
    """The state of each version: current, superseded, withdrawn or pruned (docs/submitting.md).

    `versions` are all versions, ordered by name and number. `with_files` has the digests of those
    whose files are present.
    """
    # In the order of the numbers, the highest number of each name stays in the dict.
    newest = {each.name: each.number for each in versions if not each.withdrawn}

    def state(version: Version) -> str:
        if version.withdrawn:
            return "withdrawn"
        if version.digest not in with_files:
            return "pruned"
        return "current" if newest[version.name] == version.number else "superseded"

    return [state(each) for each in versions]


def _check_owner(connection: Connection, name: str, author: str | None) -> None:
    if author is None:
        return
    # The first version counts: a later one by the operator does not take the name from its author.
    authors = select(BOTS.c.author).where(BOTS.c.name == name).order_by(BOTS.c.number)
    first = connection.execute(authors.limit(1)).one_or_none()
    if first and first.author != author:
        raise UserError(
            f"the name {name!r} belongs to somebody else; give the bot another name in its bot.toml"
        )


def _with_digest(connection: Connection, digest: str) -> Version | None:
    row = connection.execute(select(BOTS).where(BOTS.c.digest == digest)).one_or_none()
    return _version(row) if row else None


def _version(row: Any) -> Version:
    """The version in a row of the table. Raises UserError when its manifest is damaged."""
    try:
        manifest = Manifest.model_validate_json(row.manifest)
    except ValidationError:
        raise UserError(
            f"the database holds a damaged manifest of {row.name}@{row.number}"
        ) from None
    return Version(
        row.name, row.number, row.digest, manifest, row.submitted, row.withdrawn, row.author
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
