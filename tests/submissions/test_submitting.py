"""A bot is stored as it was submitted and built, or not at all."""

import os
import stat
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.rpc.manifest import digest
from tests.e2e.command import write_bot
from tests.submissions.archives import Part, tree, write_archive
from tests.submissions.registries import (
    PLAYS,
    accept_all,
    staging,
    stored,
    submitted,
    versions_of,
)
from tournaments.storage.store import Store
from tournaments.submissions.limits import SubmissionLimits
from tournaments.submissions.registry import BotRegistry


@pytest.fixture(autouse=True)
def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    accept_all(monkeypatch)


def refusal(bot: Path, data: Path, limits: SubmissionLimits | None = None) -> str:
    """What is said of the bot, of which nothing is stored then."""
    with pytest.raises(UserError) as caught:
        submitted(bot, data, limits)
    assert stored(data) == {}
    assert staging(data) == []
    return str(caught.value)


def test_what_is_stored_is_what_was_submitted(tmp_path: Path) -> None:
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    (folder / "lib").mkdir()
    (folder / "lib" / "tool").write_text("x")
    (folder / "lib" / "tool").chmod(0o755)
    for left_out in (".git/HEAD", "__pycache__/bot.pyc", "lib/.hidden", "stych-data/stych.db"):
        (folder / left_out).parent.mkdir(exist_ok=True)
        (folder / left_out).write_text("?")
    version, new = submitted(folder, data)
    assert (str(version), new) == ("bot@1", True)
    assert version.digest == digest(folder)
    files = {name: (folder / name).read_bytes() for name in ("bot.toml", "bot.py", "lib/tool")}
    assert stored(data) == {"bot@1": files}
    place = data / "bots" / version.digest
    modes = {path.name: path.stat().st_mode & 0o777 for path in (place, *place.rglob("*"))}
    expected = {version.digest: 0o555, "lib": 0o555, "tool": 0o555}
    assert modes == expected | {"bot.toml": 0o444, "bot.py": 0o444}


def test_an_archive_is_the_folder_that_it_was_made_of(tmp_path: Path) -> None:
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    parts = [Part(name, content) for name, content in tree(folder).items()]
    version, _ = submitted(folder, data)
    for name in ("a.zip", "a.tar", "a.tar.gz", "a.tgz"):
        assert submitted(write_archive(tmp_path / name, parts), data) == (version, False)


def test_versions_are_numbered_by_name_in_order(tmp_path: Path) -> None:
    data = tmp_path / "data"
    ann = versions_of(tmp_path / "ann", data, 3)
    bob = versions_of(tmp_path / "bob", data, 1)
    assert list(map(str, [*ann, *bob])) == ["ann@1", "ann@2", "ann@3", "bob@1"]
    assert submitted(write_bot(tmp_path / "ann", PLAYS + "# 0\n"), data) == (ann[0], False)
    assert list(stored(data)) == ["ann@1", "ann@2", "ann@3", "bob@1"]


def test_a_build_is_stored_with_what_it_made(tmp_path: Path) -> None:
    """It sees a copy, and neither the folder that was submitted nor a home with anything in it."""
    script = "mkdir build; ls -A $HOME > build/home; pwd > build/here; ln -s here build/link"
    build = f'["sh", "-c", "{script}"]'
    folder, data = write_bot(tmp_path / "bot", build=build), tmp_path / "data"
    (folder / "build").mkdir()
    (folder / "build" / "old").write_text("from before")
    version, _ = submitted(folder, data)
    made = stored(data)["bot@1"]
    assert made["build/home"] == b""
    assert "build/old" not in made
    here = Path(made["build/here"].decode().strip())
    assert data.resolve() / "bots" / ".staging" in here.parents
    assert not here.exists()
    assert (data / "bots" / version.digest / "build" / "link").readlink() == Path("here")
    assert version.digest == digest(folder, built=True)
    assert sorted(tree(folder / "build")) == ["old"]


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (
            "\"sh -c 'echo bad; exit 3'\"",
            "cannot be built: its build command exited with code 3\nbad",
        ),
        ('"no-such-tool x"', "its build command 'no-such-tool' cannot be started: No such file"),
        ("\"sh -c 'echo x > lock'\"", "changes its own files when it is built; what a build makes"),
        ('"rm bot.py"', "changes its own files when it is built"),
        ('"rm -r ."', "cannot be built"),
    ],
)
def test_a_build_that_does_not_work(tmp_path: Path, build: str, words: str) -> None:
    assert words in refusal(write_bot(tmp_path / "bot", build=build), tmp_path / "data")


def test_a_manifest_that_is_not_right(tmp_path: Path) -> None:
    folder, data = write_bot(tmp_path / "bot", games='["chess"]'), tmp_path / "data"
    assert refusal(folder, data) == (
        f"{folder} plays games that are not known here: the games are fox, korist, nase-hra,"
        " the-game; received 'chess'"
    )
    folder = write_bot(tmp_path / "bot", name='"My Bot"')
    assert refusal(folder, data).startswith(f"{folder}/bot.toml: name must be 1 to 40 small")
    (folder / "bot.toml").unlink()
    assert refusal(folder, data) == f"{folder} is no bot: there is no bot.toml in it"
    path = write_archive(tmp_path / "a.zip", [Part("bot/bot.toml", b"name = 1")])
    assert refusal(path, data) == f"{path}/bot.toml: name must be a text; received 1"


@pytest.mark.parametrize("name", ["missing", "missing.zip", "bot.rar", "bot.tar.xz", "bot.toml"])
def test_what_is_no_bot(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if not name.startswith("missing"):
        path.write_text("x")
    what = "is neither a folder nor a known archive" if path.exists() else "is not there"
    forms = "a folder, or an archive whose name ends in .zip, .tar, .tar.gz or .tgz"
    assert refusal(path, tmp_path / "data") == f"{path} {what}; a bot is {forms}"


def a_link(folder: Path) -> str:
    (folder / "lib").symlink_to("bot.py")
    return "a link"


def a_link_to_a_folder(folder: Path) -> str:
    (folder / "lib").symlink_to("/etc")
    return "a link"


def a_pipe(folder: Path) -> str:
    os.mkfifo(folder / "lib")
    return "no regular file"


@pytest.mark.parametrize("make", [a_link, a_link_to_a_folder, a_pipe])
def test_a_folder_with_what_is_no_file(tmp_path: Path, make: object) -> None:
    assert callable(make)
    folder = write_bot(tmp_path / "bot")
    what = make(folder)
    assert refusal(folder, tmp_path / "data") == (
        f"{folder}/lib is {what}; a bot is made of regular files and folders alone"
    )


def test_links_in_a_folder_of_what_builds_make(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "bot", build='"true"')
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "link").symlink_to("/etc")
    assert submitted(folder, tmp_path / "data")[1]


@pytest.mark.slow
def test_a_folder_that_is_too_large(tmp_path: Path) -> None:
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    assert refusal(folder, data, SubmissionLimits(files=1)) == (
        f"{folder} is too large: a bot may have 1 files at most"
    )
    with (folder / "huge").open("wb") as file:
        file.truncate(1 << 40)
    assert refusal(folder, data) == f"{folder} is too large: a bot may have 256 MiB at most"


def test_the_data_folder_is_no_part_of_a_bot(tmp_path: Path) -> None:
    """The usual one is left out, as when everything is done in the bot's folder."""
    folder = write_bot(tmp_path / "bot")
    known = digest(folder)
    assert submitted(folder, folder / "stych-data")[0].digest == known
    assert refusal(folder, folder / "data") == (
        f"the data folder {folder}/data is in the bot's folder; name another by --data"
    )


def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    with Store(data):
        (data / "bots").write_text("a file")
    with pytest.raises(UserError) as caught:
        submitted(folder, data)
    assert str(caught.value) == f"{data} cannot be written: File exists"


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    monkeypatch.setattr("tournaments.submissions.registry.os.sync", full)
    said = refusal_that_may_leave_a_folder(folder, data)
    assert said == f"{data} cannot be written: No space left on device"
    monkeypatch.undo()
    accept_all(monkeypatch)
    assert submitted(folder, data)[1]
    assert list(stored(data)) == ["bot@1"]


def refusal_that_may_leave_a_folder(bot: Path, data: Path) -> str:
    """What is said of it; a folder that no row knows of may be left until the next submission."""
    with pytest.raises(UserError) as caught:
        submitted(bot, data)
    with Store(data) as store:
        assert BotRegistry(store).versions() == []
    return str(caught.value)


def test_a_bot_whose_folder_is_gone_can_be_submitted_again(tmp_path: Path) -> None:
    """It comes back as the version that it was."""
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    version, _ = submitted(folder, data)
    place = data / "bots" / version.digest
    place.chmod(0o755)
    place.rename(tmp_path / "away")
    again, _ = submitted(folder, data)
    assert again == version
    assert stat.S_ISDIR(place.stat().st_mode)


def test_the_caches_of_a_build_go_and_of_a_link_in_their_place_only_itself(tmp_path: Path) -> None:
    outside, data = tmp_path / "outside", tmp_path / "data"
    outside.mkdir(mode=0o750)
    (outside / "kept").write_text("x")
    for number, script in enumerate((f"ln -s {outside} .stych", "mkdir .stych; echo > .stych/x")):
        build = f'["sh", "-c", "{script}; mkdir build; echo {number} > build/made"]'
        version, _ = submitted(write_bot(tmp_path / f"bot{number}", build=build), data)
        assert sorted(stored(data)[str(version)]) == ["bot.py", "bot.toml", "build/made"]
        assert not (data / "bots" / version.digest / ".stych").is_symlink()
    assert [path.name for path in outside.iterdir()] == ["kept"]
    assert outside.stat().st_mode & 0o777 == 0o750


def test_a_link_in_the_place_of_the_staging_leads_nowhere(tmp_path: Path) -> None:
    """What processes left there is removed: that must not be what a link leads to."""
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    (tmp_path / "another's" / "folder").mkdir(parents=True)
    (data / "bots").mkdir(parents=True)
    (data / "bots" / ".staging").symlink_to(tmp_path / "another's")
    submitted(folder, data)
    assert list(stored(data)) == ["bot@1"]
    assert (tmp_path / "another's" / "folder").is_dir()


def test_a_pipe_and_a_link_in_the_staging_are_removed_and_hold_nobody_up(tmp_path: Path) -> None:
    folder, data = write_bot(tmp_path / "bot"), tmp_path / "data"
    (data / "bots" / ".staging").mkdir(parents=True)
    (tmp_path / "another's").mkdir()
    os.mkfifo(data / "bots" / ".staging" / "pipe")
    (data / "bots" / ".staging" / "link").symlink_to(tmp_path / "another's")
    submitted(folder, data)
    assert staging(data) == []
    assert (tmp_path / "another's").is_dir()
