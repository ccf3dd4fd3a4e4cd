"""Which database a data folder has: an SQLite file in it, or a PostgreSQL database that it names.

Every data folder holds the files of stored bots and what bots print. With PostgreSQL it also has a
file with the database's address, without a password. So later commands need only the folder.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.errors import UserError
from referee.files import FileError, exists, read_file
from tournaments.system.whole_file import whole_file

if TYPE_CHECKING:
    from sqlalchemy import URL

DATABASE: Final = "stych.db"
"""The SQLite file in a data folder."""
ADDRESS: Final = "database.address"
"""The file in a data folder with the address of its PostgreSQL database."""
EXAMPLE: Final = "postgresql+psycopg://USER@HOST/NAME"
"""The form of an address, for messages."""

_DRIVER: Final = "postgresql+psycopg"
_SCHEMES: Final = (_DRIVER, "postgresql", "postgres")
_PASSWORD: Final = "PGPASSWORD"  # noqa: S105
"""The environment variable in which the driver looks for a password."""
_MOST_BYTES: Final = 4096
"""The most bytes of an ADDRESS file."""


def is_address(text: str) -> bool:
    """Whether the text is meant as the address of a database, and not as the path of a folder."""
    return "://" in text


def folder_at(text: str, files: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The data folder of the database at the address `text`; its ADDRESS file is made if missing.

    The folder is `files`, or else one in the user's data folder, named after the address. A
    password is not written to the file; it is put into `os.environ`, for the driver. Raises
    UserError for an address that cannot be read, a folder that has another database, and an ADDRESS
    file that cannot be read or written.
    """
    url = _parsed(text)
    if url.password is not None:
        os.environ[_PASSWORD] = url.password
    name = name_of(url)
    folder = files or _default_folder(url, environment)
    if exists(folder / DATABASE):
        raise UserError(f"{folder} has results of its own; name another folder by --files")
    if not (named := url_of(folder)):
        with whole_file(folder / ADDRESS) as file:
            file.write(f"{name}\n".encode())
    elif name_of(named) != name:
        raise UserError(
            f"{folder} belongs to the database {name_of(named)}; name another folder by --files for"
            f" {name}, or remove {folder / ADDRESS} if that was a mistake"
        )
    return folder


def url_of(folder: Path) -> "URL | None":
    """The address in the folder's ADDRESS file; None without one, so that SQLite is used.

    Raises UserError when the file cannot be read or has no address.
    """
    path = folder / ADDRESS
    try:
        return _parsed(read_file(path, _MOST_BYTES).decode().strip())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None


def name_of(url: "URL") -> str:
    """The address without a password, as it may be shown to everybody."""
    parts = (url.drivername, url.username, None, url.host, url.port, url.database, url.query)
    return type(url).create(*parts).render_as_string()


def has_database(folder: Path) -> bool:
    """Whether the folder has a database already, or an address; nothing is made or opened."""
    return (folder / DATABASE).is_file() or (folder / ADDRESS).is_file()


def _parsed(text: str) -> "URL":
    # Imported here: it is slow to load, and most commands are given a folder and no address.
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    scheme, separator, _ = text.partition("://")
    if separator and scheme not in _SCHEMES:
        raise UserError(f"the address of a database is {EXAMPLE}; received {scheme}://...")
    # No message quotes more than the scheme: in a malformed address a password may stand anywhere.
    try:
        url = make_url(text).set(drivername=_DRIVER)
    except (ArgumentError, ValueError):
        raise UserError(f"the address of the database cannot be read; it is {EXAMPLE}") from None
    if not url.database:
        raise UserError(f"the address names no database; it is {EXAMPLE}")
    # With an @ in a password, its end would be taken for a part of the host, and be shown.
    if "@" in (url.host or ""):
        raise UserError("the address of the database has several @; one in a password is %40")
    if any("password" in key for key in url.query):
        raise UserError(
            f"the password of a database stands before the @, or is in the variable {_PASSWORD} or"
            " the file ~/.pgpass"
        )
    return url


def _default_folder(url: "URL", environment: Mapping[str, str]) -> Path:
    """The data folder of the database, in the user's folder for data. Raises UserError."""
    home = environment.get("XDG_DATA_HOME", "")
    try:
        base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"  # noqa: PTH117
    except RuntimeError:
        raise UserError("there is no home folder: name a folder by --files") from None
    # With a hash of the whole address, since the name has neither the role nor the port.
    short = hashlib.sha256(name_of(url).encode()).hexdigest()[:8]
    name = re.sub("[^A-Za-z0-9.-]+", "-", f"{url.host or 'local'}-{url.database}")[:80]
    return base / "stych" / f"{name.lstrip('.-')}-{short}"
