"""What is opened: regular files, in their folder, up to a size. Walks and digests of folders."""

import os
import socket
from pathlib import Path

import pytest

from referee import files
from referee.files import DEEPEST, FileError, check_regular, open_own, open_regular, read_file, walk
from referee.rpc import manifest
from referee.rpc.manifest import ManifestError, digest

pytestmark = pytest.mark.unconfined


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == read_file(path, 5, tmp_path) == b"12345"
    with pytest.raises(FileError, match=r"^has 5 bytes; 4 at most are read$"):
        read_file(path, 4)


def test_a_file_that_does_not_say_its_size_is_bounded_as_well() -> None:
    """What is in /proc has none."""
    path = Path("/proc/self/status")
    if not path.exists() or path.stat().st_size:
        pytest.skip("there is no file here that does not say its size")
    assert read_file(path, 1 << 20).startswith(b"Name:")
    with pytest.raises(FileError, match=r"^has more than 3 bytes, and no more are read$"):
        read_file(path, 3)


def test_what_is_no_regular_file_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as own:
        # Its whole path may be longer than a socket's may be.
        monkeypatch.chdir(tmp_path)
        own.bind("socket")
    for path, kind in (
        (tmp_path / "pipe", "a pipe"),
        (tmp_path / "socket", "a socket"),
        (Path("/dev/null"), "a device"),
    ):
        for within in (None, path.parent):
            with pytest.raises(FileError, match=f"^is {kind}; only regular files are read$"):
                read_file(path, 9, within)
        with pytest.raises(FileError):
            check_regular(path)
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, 9)


def test_a_file_of_ours_is_made_or_kept_and_nothing_else_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    for _ in range(2):
        os.close(open_own(own))
        own.write_bytes(own.read_bytes() + b"kept")
    assert own.read_bytes() == b"keptkept"
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("elsewhere")
    for name in ("pipe", "link"):
        with pytest.raises(FileError, match=f"^is a {name}; only regular files are written$"):
            open_own(tmp_path / name)
    with pytest.raises(IsADirectoryError):
        open_own(tmp_path)
    # What takes the file's place after the first look.
    monkeypatch.setattr(Path, "lstat", lambda _: own.stat())
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match=r"No such device|symbolic links"):
            open_own(tmp_path / name)
    assert not (tmp_path / "elsewhere").exists()


def test_links_lead_on_within_the_folder_and_never_out_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a").write_text("own")
    (tmp_path / "secret").write_text("another's")
    for name, to in (
        ("in", "deep/a"),
        ("round", "../bot/deep/a"),
        ("out", "../secret"),
        ("absolute", str(tmp_path / "secret")),
        ("up", ".."),
        ("twice", "out"),
    ):
        (folder / name).symlink_to(to)
    assert [read_file(folder / each, 9, folder) for each in ("in", "round")] == [b"own"] * 2
    for name in ("out", "absolute", "twice", "up/secret"):
        with pytest.raises(FileError) as caught:
            read_file(folder / name, 9, folder)
        assert str(caught.value) == (
            f"is a link that leads out of {folder}; only what is in it is read"
        )
    (tmp_path / "link").symlink_to(folder)
    assert read_file(tmp_path / "link" / "in", 9, tmp_path / "link") == b"own"


def test_dots_lead_out_of_no_folder_where_links_are_refused(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "bot"
    (folder / "deep").mkdir(parents=True)
    (folder / "a").write_text("own")
    (tmp_path / "secret").write_text("another's")
    assert read_file(folder / "deep" / ".." / "a", 9, folder, links=False) == b"own"
    for name in ("../secret", "deep/../../secret"):
        with pytest.raises(FileError, match=f"^is not in {folder}; only what is in it is read$"):
            read_file(folder / name, 9, folder, links=False)


@pytest.mark.parametrize("changed", ["deep", "deep/a"])
def test_what_becomes_a_link_meanwhile_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    """Between the look at where a path leads and the opening of it."""
    folder, other = tmp_path / "bot", tmp_path / "other"
    for place in (folder / "deep", other):
        place.mkdir(parents=True)
        (place / "a").write_text("x")
    real = os.path.realpath

    def then_changed(path: Path, *, strict: bool) -> str:
        found = real(path, strict=strict)
        if Path(found).name == "a":
            (folder / changed).rename(tmp_path / "gone")
            (folder / changed).symlink_to(other if changed == "deep" else other / "a")
        return found

    monkeypatch.setattr(os.path, "realpath", then_changed)
    with pytest.raises((OSError, FileError)), open_regular(folder / "deep" / "a", folder):
        pytest.fail("the other's file was opened")


def test_a_walk_follows_no_links_and_leaves_out_what_is_not_wanted(tmp_path: Path) -> None:
    for name in ("a/b/c", "a/.hidden/d", "e"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "loop").symlink_to(".")
    found = walk(tmp_path, lambda parts: not parts[-1].startswith("."))
    assert sorted(found) == [("a", "b", "c"), ("e",), ("loop",)]


def test_a_walk_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path.joinpath(*"a" * DEEPEST)
    deep.mkdir(parents=True)
    (deep / "file").touch()
    assert len(list(walk(tmp_path, lambda _: True))) == 1
    (deep / "a").mkdir()
    with pytest.raises(ManifestError, match=f"^{tmp_path} has more than 64 folders in one another"):
        digest(tmp_path)
    (deep / "a").rmdir()
    monkeypatch.setattr(files, "MOST_ENTRIES", DEEPEST)
    with pytest.raises(ManifestError, match=f"^{tmp_path} has more than 64 files and folders in i"):
        digest(tmp_path)


def test_a_digest_reads_nothing_that_lies_elsewhere(tmp_path: Path) -> None:
    """Of a link to a file elsewhere its path counts; what is or leads to no file does not count."""
    bot, other = tmp_path / "bot", tmp_path / "other"
    bot.mkdir()
    other.write_text("one")
    (bot / "a").write_text("own")
    (bot / "away").symlink_to(other)
    before = digest(bot)
    other.write_text("two")
    os.mkfifo(bot / "pipe")
    (bot / "endless").symlink_to("/dev/zero")
    assert digest(bot) == before
    (bot / "away").unlink()
    (bot / "away").symlink_to(tmp_path / "bot" / ".." / "other")
    assert digest(bot) != before
    (bot / "away").unlink()
    (bot / "away").write_text(str(other))
    assert digest(bot) != before


def test_a_digest_is_of_so_much_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        (tmp_path / name).write_text("123")
    monkeypatch.setattr(manifest, "MOST_BYTES", 6)
    digest(tmp_path)
    monkeypatch.setattr(manifest, "MOST_BYTES", 5)
    with pytest.raises(ManifestError, match=f"^{tmp_path} is too large: a bot may have 5 bytes at"):
        digest(tmp_path)
