"""Which database a data folder has: an SQLite file in it, or one of PostgreSQL that it names.

A folder of PostgreSQL holds the files of stored bots and what is printed, and a file with the
address. The address is kept without a password; so the folder alone is enough to go on.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.errors import UserError
from referee.files import FileError, is_there, read_file
from tournaments.system.whole_file import whole_file

if TYPE_CHECKING:
    from sqlalchemy import URL

DATABASE: Final = "stych.db"
ADDRESS: Final = "database.address"
"""The file in a data folder that names its database, where that is no file in it."""
EXAMPLE: Final = "postgresql+psycopg://USER@HOST/NAME"

_DRIVER: Final = "postgresql+psycopg"
_SCHEMES: Final = (_DRIVER, "postgresql", "postgres")
_PASSWORD: Final = "PGPASSWORD"  # noqa: S105
"""Where the driver looks for a password that no address has."""
_MOST_BYTES: Final = 4096


def is_address(text: str) -> bool:
    """Whether it is written like an address, and so is no folder."""
    return "://" in text


def folder_at(text: str, files: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The data folder of the database at an address, which is made where there is none.

    It is `files`, or one that is named after the address among the user's data. A password is left
    out of what is kept and handed to the driver by the environment. Raises UserError.
    """
    url = _parsed(text)
    if url.password is not None:
        os.environ[_PASSWORD] = url.password
    name = name_of(url)
    folder = files or _usual(url, environment)
    if is_there(folder / DATABASE):
        raise UserError(f"{folder} has results of its own; name another folder by --files")
    if not (known := url_of(folder)):
        with whole_file(folder / ADDRESS) as file:
            file.write(f"{name}\n".encode())
    elif name_of(known) != name:
        raise UserError(
            f"{folder} belongs to the database {name_of(known)}; name another folder by --files for"
            f" {name}, or remove {folder / ADDRESS} if that was a mistake"
        )
    return folder


def url_of(folder: Path) -> "URL | None":
    """The address that the folder names; None when its database is in it. Raises UserError."""
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
    own = (url.drivername, url.username, None, url.host, url.port, url.database, url.query)
    return type(url).create(*own).render_as_string()


def has_database(folder: Path) -> bool:
    """Whether the folder has a database; one is made where a store is opened."""
    return (folder / DATABASE).is_file() or (folder / ADDRESS).is_file()


def _parsed(text: str) -> "URL":
    # Imported here: most commands have a folder, and no use for it so early.
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    scheme, separator, _ = text.partition("://")
    if separator and scheme not in _SCHEMES:
        raise UserError(f"the address of a database is {EXAMPLE}; received {scheme}://...")
    # Not quoted in any message: what cannot be read may have a password anywhere.
    try:
        url = make_url(text).set(drivername=_DRIVER)
    except (ArgumentError, ValueError):
        raise UserError(f"the address of the database cannot be read; it is {EXAMPLE}") from None
    if not url.database:
        raise UserError(f"the address names no database; it is {EXAMPLE}")
    # It may be the end of a password: nothing of it is kept or shown.
    if "@" in (url.host or ""):
        raise UserError("the address of the database has several @; one in a password is %40")
    if any("password" in key for key in url.query):
        raise UserError(
            f"the password of a database stands before the @, or is in the variable {_PASSWORD} or"
            " the file ~/.pgpass"
        )
    return url


def _usual(url: "URL", environment: Mapping[str, str]) -> Path:
    """The folder for the files of that database among the user's data. Raises UserError."""
    home = environment.get("XDG_DATA_HOME", "")
    try:
        base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"  # noqa: PTH117
    except RuntimeError:
        raise UserError("there is no home folder: name a folder by --files") from None
    # With a hash, since other roles and ports of one name are other databases.
    short = hashlib.sha256(name_of(url).encode()).hexdigest()[:8]
    name = re.sub("[^A-Za-z0-9.-]+", "-", f"{url.host or 'local'}-{url.database}")[:80]
    return base / "stych" / f"{name.lstrip('.-')}-{short}"
