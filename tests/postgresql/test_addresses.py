"""How the address of a database is given, and what becomes of its password."""

import os
import sys
from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.command import call
from tournaments.storage.address import ADDRESS, DATABASE, folder_at, name_of, url_of
from tournaments.storage.store import Store

SECRET = "s3cr3t-w0rd"
GIVEN = f"postgresql+psycopg://ann:{SECRET}@db.example:5433/cups"
KEPT = "postgresql+psycopg://ann@db.example:5433/cups"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    # So that it is put back, whatever the test leaves there.
    monkeypatch.setenv("PGPASSWORD", "another")
    return tmp_path / "home"


def test_the_folder_keeps_the_address_without_its_password(home: Path) -> None:
    folder = folder_at(GIVEN, None)
    assert folder.parent == home / "stych"
    assert folder.name.startswith("db.example-cups-")
    assert (folder / ADDRESS).read_text() == f"{KEPT}\n"
    assert os.environ["PGPASSWORD"] == SECRET
    assert not any(SECRET.encode() in each.read_bytes() for each in folder.iterdir())
    assert folder_at(GIVEN, None) == folder


def test_an_address_without_a_password_leaves_that_of_the_environment(home: Path) -> None:
    del home
    folder_at(KEPT, None)
    assert os.environ["PGPASSWORD"] == "another"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_other_spellings_are_the_same_database(home: Path, scheme: str) -> None:
    del home
    found = folder_at(f"{scheme}://ann@db.example:5433/cups", None)
    assert found == folder_at(KEPT, None)


def test_another_database_has_another_folder(home: Path, tmp_path: Path) -> None:
    del home
    folders = {
        folder_at(f"postgresql://{each}", None)
        for each in ("h/a", "h/b", "g/a", "ann@h/a", "h:1/a", "/a?host=/run/pg", "h/../a")
    }
    assert len(folders) == 7
    own = tmp_path / "own"
    folder_at(KEPT, own)
    with pytest.raises(
        UserError, match=r"belongs to the database .*cups; name another .* remove .*address if"
    ):
        folder_at("postgresql://h/b", own)


def test_a_folder_with_results_becomes_no_folder_of_a_server(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with pytest.raises(UserError, match="has results of its own"):
        folder_at(KEPT, tmp_path)
    assert (tmp_path / DATABASE).is_file()
    assert not (tmp_path / ADDRESS).exists()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (f"mysql://ann:{SECRET}@h/n", "the address of a database is postgresql"),
        (f"postgresql+asyncpg://ann:{SECRET}@h/n", "the address of a database is postgresql"),
        (f"postgresql://ann:{SECRET}@h", "names no database"),
        (f"postgresql://ann:{SECRET}@h/", "names no database"),
        (f"postgresql://ann:{SECRET}@h:port/n", "cannot be read"),
        (f"postgresql://ann@h/n?password={SECRET}", "stands before the @"),
        (f"postgresql://ann@h/n?sslpassword={SECRET}", "stands before the @"),
        (f"postgresql://ann:pa@{SECRET}@h/n", "has several @; one in a password is %40"),
    ],
)
def test_a_bad_address_is_told_without_what_may_be_a_password(address: str, words: str) -> None:
    done = call("--data", address, "bots")
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert SECRET not in done.err


def test_nobody_answers(home: Path) -> None:
    """Port 1 is nobody's; the folder for files is there and has nothing but the address."""
    done = call("--data", f"postgresql://ann:{SECRET}@127.0.0.1:1/cups", "bots")
    assert (done.code, done.out) == (2, "")
    start = "stych: postgresql+psycopg://ann@127.0.0.1:1/cups cannot be used: connection failed:"
    assert done.err.startswith(start)
    assert done.err.count("\n") == 1
    assert SECRET not in done.err
    assert [each.name for each in home.rglob("*") if each.is_file()] == [ADDRESS]


def test_a_server_that_does_not_answer_is_not_blamed_on_the_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The folder may be one that only others may write."""
    folder = folder_at("postgresql://ann@127.0.0.1:1/cups", None)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UserError, match="cannot be used: connection failed"):
        Store(folder)


def test_files_alone_are_refused(tmp_path: Path) -> None:
    done = call("--data", tmp_path / "data", "--files", tmp_path, "bots")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--files goes with the address of a database" in done.err


def test_without_the_package_a_sentence_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "tournaments.storage.postgresql", raising=False)
    done = call("--data", KEPT, "--files", tmp_path, "bots")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "pip install 'stych[postgresql]'" in done.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"x" * 5000, b"hello", b"mysql://h/n"])
def test_an_address_that_is_none_in_a_folder(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ADDRESS).write_bytes(content)
    done = call("--data", tmp_path, "bots")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert str(tmp_path / ADDRESS) in done.err


def test_a_password_that_somebody_wrote_into_the_folder_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / ADDRESS).write_text(f"postgresql://ann:{SECRET}@127.0.0.1:1/cups")
    url = url_of(tmp_path)
    assert url is not None
    assert url.password == SECRET
    assert SECRET not in name_of(url)
    done = call("--data", tmp_path, "bots")
    assert "cannot be used" in done.err
    assert SECRET not in done.err
    done = call("--data", KEPT, "--files", tmp_path, "bots")
    assert "belongs to the database" in done.err
    assert SECRET not in done.err
