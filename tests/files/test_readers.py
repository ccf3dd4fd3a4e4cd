"""Pipes, devices, links and too large files where others may put them: refused in one sentence."""

import os
import struct
import zipfile
from pathlib import Path

import pytest

from referee.files import MANIFEST_BYTES, PEM_BYTES, RECORD_BYTES, TOURNAMENT_BYTES
from referee.rpc.workspace import MARK, WorkspaceError, workspace_around
from tests.e2e.children import child
from tests.e2e.command import write_bot, write_tournament
from tests.files.asking import ask, refused

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

DEVICE = "is a device; only regular files are read"
TOO_LARGE = " has {} bytes; 65536 at most are read"
PIPE = "is a pipe; only regular files are read"


def large(path: Path, size: int) -> Path:
    """A file with a hole, which takes no room."""
    path.touch()
    os.truncate(path, size)
    return path


def bot_with(folder: Path, text: str) -> Path:
    """A bot whose bot.toml has this in its last lines."""
    write_bot(folder, command="")
    with (folder / "bot.toml").open("a") as file:
        file.write(text)
    return folder


def readers(path: Path) -> list[tuple[object, ...]]:
    """Commands that read a file which is named on the command line."""
    return [
        *((name, path) for name in ("table", "run", "host", "verify", "faults", "records")),
        ("report", path),
        ("export", path, "--to", path.with_name("cup.stych")),
        ("replay", path),
        ("record", "show", path),
        ("import", path),
    ]


@pytest.mark.parametrize("kind", [PIPE, DEVICE])
def test_a_file_on_the_command_line_is_regular(tmp_path: Path, kind: str) -> None:
    """A link is followed, since the user named it; it must lead to a regular file."""
    odd = tmp_path / "odd"
    if kind == PIPE:
        os.mkfifo(odd)
    else:
        odd.symlink_to("/dev/zero")
    commands = readers(odd)
    assert refused(tmp_path, *commands) == [f"{odd} {kind}"] * len(commands)


def test_certificates_and_keys_are_regular_and_bounded(tmp_path: Path) -> None:
    odd, long = tmp_path / "odd.pem", large(tmp_path / "long.pem", PEM_BYTES + 1)
    os.mkfifo(odd)
    top = 'name = "cup"\ngame = "fox"\nboards = 1\n'
    (tmp_path / "cup.toml").write_text(
        top + "".join(f'[[entrants]]\nremote = true\nname = "{name}"\n' for name in ("a", "b"))
    )
    host = ("host", tmp_path / "cup.toml", "--tls-cert")
    join = ("join", "--address", "127.0.0.1:1", "--token", "x", "--tls")
    size = f"has {PEM_BYTES + 1} bytes; {PEM_BYTES} at most are read"
    first = "TLS is `on` or a file with the authorities;"
    assert refused(
        tmp_path,
        (*host, odd, "--tls-key", long),
        (*host, long, "--tls-key", odd),
        (*join, odd),
        (*join, long),
    ) == [f"{odd} {PIPE}", f"{long} {size}", f"{first} '{odd}' {PIPE}", f"{first} '{long}' {size}"]


def test_the_sdk_reads_authorities_that_are_regular_and_bounded(tmp_path: Path) -> None:
    odd, long = tmp_path / "odd.pem", large(tmp_path / "long.pem", (4 << 20) + 1)
    os.mkfifo(odd)
    program = "import sys; from stych_bot.environment import _authorities as a; a(sys.argv[1])"
    wanted = 'STYCH_TLS must be "on" or a PEM file with the authorities to trust'
    for path, said in ((odd, "is no regular file"), (long, "has more than 4194304 bytes")):
        done = child(program, path)
        assert (done.returncode, done.stderr) == (2, f"{wanted}; {path} {said}\n")


@pytest.mark.parametrize(
    ("command", "most"),
    [("table", TOURNAMENT_BYTES), ("replay", RECORD_BYTES), ("record show", RECORD_BYTES)],
)
def test_a_file_on_the_command_line_is_bounded(tmp_path: Path, command: str, most: int) -> None:
    path = large(tmp_path / "long", most + 1)
    said = f"{path} has {most + 1} bytes; {most} at most are read"
    assert refused(tmp_path, (*command.split(), path)) == [said]


def test_a_tournament_file_of_full_length_is_read(tmp_path: Path) -> None:
    write_bot(tmp_path / "one")
    file = write_tournament(tmp_path / "cup.toml", ["one", "one"])
    room = TOURNAMENT_BYTES - file.stat().st_size
    file.write_text(f"#{'x' * (room - 2)}\n{file.read_text()}")
    (said,) = refused(tmp_path, ("table", file))
    assert said.startswith("nothing of the tournament 'cup' was played")


def test_the_database_is_a_regular_file(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    os.mkfifo(tmp_path / "data" / "stych.db")
    assert refused(tmp_path, ("bots",)) == [f"{tmp_path / 'data' / 'stych.db'} {PIPE}"]


def test_an_archive_lists_no_more_than_is_read(tmp_path: Path) -> None:
    """The list is read whole, and takes ten times its size in memory."""
    most = 1 << 23
    paths = [tmp_path / "bot.zip", tmp_path / "cup.stych"]
    for path in paths:
        large(path, most)
        with path.open("ab") as file:
            file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 9, 9, most, 0, 0))
    said = "has too long a list of what is in it; {} bytes are read"
    assert refused(tmp_path, ("submit", paths[0]), ("import", paths[1])) == [
        f"{paths[0]} {said.format(5_120_000)}",
        f"{paths[1]} {said.format(131_072)}",
    ]


def test_an_archive_is_no_deeper_than_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    name = "a/" * 64 + "b"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, "")
    (said,) = refused(tmp_path, ("submit", path))
    assert said == f"{path} holds a path of more than 64 folders, {name[:80]!r}"


def test_bot_toml_is_a_regular_file_of_the_bots_folder(tmp_path: Path) -> None:
    """For `stych play` and for `stych submit`."""
    other = write_bot(tmp_path / "other")
    endless, pipe, away = (tmp_path / name for name in ("endless", "pipe", "away"))
    for folder in (endless, pipe, away):
        folder.mkdir()
    (endless / "bot.toml").symlink_to("/dev/zero")
    os.mkfifo(pipe / "bot.toml")
    (away / "bot.toml").symlink_to("../other/bot.toml")
    for command in (("play", "fox", other), ("submit",)):
        said = "is a link that leads out of {}; only what is in it is read"
        assert refused(tmp_path, *((*command, bot) for bot in (endless, pipe, away))) == [
            f"{endless / 'bot.toml'} {said.format(endless)}",
            f"{pipe / 'bot.toml'} {PIPE}",
            f"{away / 'bot.toml'} {said.format(away)}",
        ]
    (tmp_path / "loop" / "in").mkdir(parents=True)
    (tmp_path / "loop" / "bot.toml").symlink_to("bot.toml")
    (said,) = refused(tmp_path, ("play", "fox", other, tmp_path / "loop"))
    loop = tmp_path / "loop" / "bot.toml"
    assert said == f"{loop} cannot be read: Too many levels of symbolic links"


def test_a_link_within_the_bots_folder_is_followed(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", games='["korist"]')
    (bot / "more").mkdir()
    (bot / "bot.toml").rename(bot / "more" / "real.toml")
    (bot / "bot.toml").symlink_to("more/real.toml")
    (said,) = refused(tmp_path, ("play", "fox", bot, bot))
    assert said == f"{bot} does not play fox; the games in its bot.toml: korist"


BAD_MANIFESTS = [
    (
        ".".join("a" * 200_000) + " = 1\n",
        TOO_LARGE,
    ),
    (
        ".".join("a" * 30_000) + " = 1\n",
        " is no TOML that can be read: a key has more than 8 parts",
    ),
    (
        'command = "' + "x " * 1_500_000 + '"\n',
        TOO_LARGE,
    ),
    (
        'command = "' + "x" * 16_385 + '"\n',
        ": command can have 16384 characters at most; received 16385",
    ),
    (
        "command = [" + f'"{"x" * 8_193}", ' * 2 + "]\n",
        ": command can have 16384 characters at most; received 16386",
    ),
    (
        "command = [" + '"x",' * 300_000 + "]\n",
        TOO_LARGE,
    ),
    (
        "command = [" + '"x",' * 10_000 + "]\n",
        ": command must have 500 entries at most; received 10000",
    ),
    ('command = "x"\nbuild = "' + "x " * 501 + '"\n', ": build must have 500 entries at most;"),
    ("x" * 101 + " = 1\n", " is no TOML that can be read: it has a key of 101 characters; 100"),
]


def test_what_is_in_bot_toml_is_bounded(tmp_path: Path) -> None:
    bots = [bot_with(tmp_path / str(n), text) for n, (text, _) in enumerate(BAD_MANIFESTS)]
    said = refused(tmp_path, *(("play", "fox", bot, bot) for bot in bots))
    for bot, sentence, (_, words) in zip(bots, said, BAD_MANIFESTS, strict=True):
        size = (bot / "bot.toml").stat().st_size
        assert sentence.startswith(f"{bot / 'bot.toml'}{words.format(size)}"), sentence[:300]


def test_a_command_as_long_as_it_may_be_is_taken(tmp_path: Path) -> None:
    """It is refused for the next thing that is wrong."""
    words = "x " * 499
    text = f'command = "{words}{"y" * (16_384 - len(words))}"\n'
    bot = bot_with(tmp_path / "bot", text)
    (said,) = refused(tmp_path, ("play", "korist", bot, bot))
    assert said == f"{bot} does not play korist; the games in its bot.toml: fox"


def test_a_workspace_is_read_in_its_folder_and_bounded(tmp_path: Path) -> None:
    mark, bot = tmp_path / "here" / MARK, tmp_path / "here" / "bot"
    bot.mkdir(parents=True)
    (tmp_path / "elsewhere").write_text("readable = ['a']")
    mark.symlink_to(tmp_path / "elsewhere")
    away = f"^{mark} is a link that leads out of {mark.parent}; only what is in it is read$"
    with pytest.raises(WorkspaceError, match=away):
        workspace_around(bot)
    mark.unlink()
    large(mark, MANIFEST_BYTES + 1)
    with pytest.raises(WorkspaceError, match=f"^{mark} has 65537 bytes; 65536 at most are read$"):
        workspace_around(bot)


def test_links_that_the_user_names_are_followed(tmp_path: Path) -> None:
    """A tournament file by a link, and bots by links to their folders."""
    write_bot(tmp_path / "real" / "one")
    (tmp_path / "two").symlink_to(tmp_path / "real" / "one")
    file = write_tournament(tmp_path / "real.toml", ["two", "real/one"])
    (tmp_path / "cup.toml").symlink_to(file)
    (done,) = ask(tmp_path, ("run", tmp_path / "cup.toml", "--isolation", "off"))
    assert done.err.startswith("stych: two entrants are called 'one'")
