"""The data folder of a tournament, to be changed behind its back; and what is then found."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.text import printable
from tests.e2e.command import call
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store
from tournaments.verify.tournament import verify

Data = Callable[[], Path]


def play_intact(folder: Path) -> Path:
    """Two boards, then a part of a third; some faults; and another tournament beside it."""
    play_cup(write_cup(folder, seed='"s"'), folder / "data", [uniform, failing_after(60)])
    play_cup(write_cup(folder, boards=3, seed='"s"'), folder / "data", matches=4)
    other = write_cup(folder / "other", ("dan", "eve"), name='"league"', seed='"s"')
    play_cup(other, folder / "data")
    return folder


def copies(played: Path, folder: Path) -> Data:
    """A function that makes a fresh copy of the data folder; the tournament file lies beside it."""
    shutil.copy(played / "cup.toml", folder)

    def copy() -> Path:
        shutil.rmtree(folder / "data", ignore_errors=True)
        shutil.copytree(played / "data", folder / "data")
        return folder / "data"

    return copy


def _text(data: bytes) -> str:
    """The text, also of bytes that are no UTF-8."""
    return data.decode("utf-8", "backslashreplace")


def sql(data: Path, statement: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.text_factory = _text
        found = connection.execute(statement, values).fetchall()
        connection.commit()
        return found


def problems(data: Path) -> list[str]:
    """What is wrong, by the library and by the command."""
    with Store(data) as store:
        found = verify(store, "cup").problems
    done = call("--data", data, "verify", data.parent / "cup.toml")
    assert done.code == (1 if found else 0), done
    assert done.err.splitlines()[:20] == [f"stych: cup: {printable(each)}" for each in found[:20]]
    return found


def ids(folder: Path, name: str = "cup") -> list[str]:
    found = sql(folder, "SELECT id FROM matches WHERE tournament = ? ORDER BY id", name)
    return [id_ for (id_,) in found]
