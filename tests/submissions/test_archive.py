"""What archives are refused, and that nothing is written outside of the folder they unpack to."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.errors import UserError
from tests.submissions.archives import BOT, MANIFEST, Part, tree, write_archive
from tournaments.submissions.archive import ENDINGS, unpack
from tournaments.submissions.limits import SizeMeter, SubmissionLimits

every_kind = pytest.mark.parametrize("ending", ENDINGS)
SMALL = SubmissionLimits(files=20, size=100_000)


def unpacked(path: Path, to: Path, *, built: bool = False) -> Path:
    """Where the bot is; refused as a submission would be."""
    found = unpack(path, to, SizeMeter(path, SMALL))
    found.check(path, built=built)
    return found.folder


def refusal(tmp_path: Path, name: str, parts: Sequence[Part], *, built: bool = False) -> str:
    """What is said of the archive, without its path; nothing was written but into the folder."""
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    path = write_archive(folder / name, parts)
    with pytest.raises(UserError) as caught:
        unpacked(path, folder / "to", built=built)
    said = str(caught.value)
    assert said.startswith(str(path))
    assert "\n" not in said
    outside = [each for each in tmp_path.rglob("*") if folder / "to" not in (each, *each.parents)]
    assert sorted(outside) == [tmp_path / "deep", folder, path]
    return said.removeprefix(str(path))


@every_kind
def test_a_bot_at_the_top(tmp_path: Path, ending: str) -> None:
    parts = [*BOT, Part("lib", kind="folder"), Part("lib/run", b"x", mode=0o755)]
    to = unpacked(write_archive(tmp_path / f"bot{ending}", parts), tmp_path / "to")
    assert to == tmp_path / "to"
    assert tree(to) == {"bot.toml": MANIFEST, "bot.py": b"print()\n", "lib/run": b"x"}
    assert (to / "lib" / "run").stat().st_mode & 0o777 == 0o755
    assert (to / "bot.py").stat().st_mode & 0o777 == 0o644


@every_kind
def test_a_bot_in_the_only_folder(tmp_path: Path, ending: str) -> None:
    """Hidden files beside it, as some systems pack them, do not count."""
    parts = [Part(f"./my-bot/{part.name}", part.data) for part in BOT]
    parts += [Part("__MACOSX/my-bot/._bot.py", b"?"), Part(".DS_Store", b"?")]
    to = unpacked(write_archive(tmp_path / f"bot{ending}", parts), tmp_path / "to")
    assert to == tmp_path / "to" / "my-bot"
    assert tree(to) == {"bot.toml": MANIFEST, "bot.py": b"print()\n"}


@every_kind
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("/etc/evil", "an absolute path"),
        ("C:/evil", "an absolute path"),
        ("../evil", "a path with .."),
        ("a/../../evil", "a path with .."),
        (".hidden/../../evil", "a path with .."),
        ("a\\evil", "a path with a backslash"),
    ],
)
def test_a_path_that_leads_out(tmp_path: Path, ending: str, name: str, what: str) -> None:
    said = refusal(tmp_path, f"bot{ending}", [*BOT, Part(name, b"evil")])
    assert said == f" holds {what}, {name!r}; paths in it must lead down from its top"


@every_kind
@pytest.mark.parametrize("target", ["/etc/passwd", "../../evil", "bot.py"])
def test_links_are_refused_wherever_they_lead(tmp_path: Path, ending: str, target: str) -> None:
    parts = [Part("out", target.encode(), "link"), *BOT]
    sentence = " holds a link, 'out'; a bot is made of regular files and folders alone"
    assert refusal(tmp_path, f"bot{ending}", parts) == sentence


@every_kind
def test_nothing_is_written_through_a_link(tmp_path: Path, ending: str) -> None:
    (tmp_path / "outside").mkdir()
    link = Part("out", str(tmp_path / "outside").encode(), "link")
    path = write_archive(tmp_path / f"bot{ending}", [link, Part("out/evil", b"evil"), *BOT])
    with pytest.raises(UserError, match="holds a link, 'out'"):
        unpacked(path, tmp_path / "to")
    assert list((tmp_path / "outside").iterdir()) == []


@pytest.mark.parametrize(
    ("ending", "kind"),
    [(".tar", "pipe"), (".tgz", "device"), (".zip", "pipe"), (".zip", "device")],
)
def test_devices_and_the_like(tmp_path: Path, ending: str, kind: str) -> None:
    said = refusal(tmp_path, f"bot{ending}", [*BOT, Part("lib/x", kind=kind)])
    assert said.startswith(" holds a device or the like, 'lib/x'; ")


def test_a_hard_link(tmp_path: Path) -> None:
    said = refusal(tmp_path, "bot.tar", [*BOT, Part("lib", b"/etc/passwd", "hard link")])
    assert said.startswith(" holds a link, 'lib'; ")


@every_kind
def test_links_among_what_is_left_out_anyway(tmp_path: Path, ending: str) -> None:
    parts = [*BOT, Part("node_modules/.bin/tool", b"../tool", "link")]
    parts.append(Part("node_modules/tool", b"/usr/bin/env", "link"))
    path = write_archive(tmp_path / f"bot{ending}", parts)
    assert unpacked(path, tmp_path / "built", built=True) == tmp_path / "built"
    with pytest.raises(UserError, match="holds a link, 'node_modules/tool'"):
        unpacked(path, tmp_path / "not built")


@every_kind
@pytest.mark.parametrize(
    ("names", "twice"),
    [
        (("lib", "lib"), "lib"),
        (("lib", "./lib"), "lib"),
        (("lib/x", "lib//x"), "lib/x"),
        (("lib", "lib/x"), "lib/x"),
        (("lib/x", "lib"), "lib"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_path_that_is_there_twice(
    tmp_path: Path, ending: str, names: tuple[str, str], twice: str
) -> None:
    said = refusal(tmp_path, f"bot{ending}", [*BOT, *(Part(name, b"x") for name in names)])
    assert said == f" holds {twice!r} twice, or a path in it is both a file and a folder"


@every_kind
@pytest.mark.parametrize(
    "parts",
    [
        (),
        (Part("bot.py"),),
        (Part("a/bot.toml", MANIFEST), Part("b/bot.toml", MANIFEST)),
        (Part("a/bot.toml", MANIFEST), Part("bot.py")),
        (Part("a/b/bot.toml", MANIFEST),),
        (Part("bot.toml", kind="folder"),),
        (Part(".bot.toml", MANIFEST),),
    ],
)
def test_without_a_manifest_it_is_no_bot(
    tmp_path: Path, ending: str, parts: tuple[Part, ...]
) -> None:
    said = refusal(tmp_path, f"bot{ending}", parts)
    assert said == " holds no bot: a bot.toml must be at its top, or in the only folder there"


@every_kind
def test_too_many_files(tmp_path: Path, ending: str) -> None:
    """Hidden files count as well, although they are left out."""
    parts = [*BOT, *(Part(f".h/{n}") for n in range(10)), *(Part(f"f{n}") for n in range(9))]
    said = refusal(tmp_path, f"bot{ending}", parts)
    assert said == " is too large: a bot may have 20 files at most"


@every_kind
@pytest.mark.parametrize("name", ["zeros", "lib/zeros"])
def test_a_bomb(tmp_path: Path, ending: str, name: str) -> None:
    """A hundred times as much as it may be, out of next to nothing."""
    said = refusal(tmp_path, f"bot{ending}", [*BOT, Part(name, bytes(100 * SMALL.size))])
    assert said == " is too large: a bot may have 0.0953674 MiB at most"
    assert sum(map(len, tree(tmp_path / "deep" / "er" / "to").values())) <= SMALL.size


def test_many_that_are_small_make_a_bomb_too(tmp_path: Path) -> None:
    parts = [*BOT, *(Part(f"f{n}", bytes(10_000)) for n in range(11))]
    assert "is too large" in refusal(tmp_path, "bot.tgz", parts)


def test_a_bomb_among_what_is_left_out(tmp_path: Path) -> None:
    """It is not written, but takes time to decompress."""
    said = refusal(tmp_path, "bot.tgz", [*BOT, Part(".zeros", bytes(100 * SMALL.size))])
    assert "is too large" in said


def test_a_bomb_in_the_headers(tmp_path: Path) -> None:
    """A header of a tar is read into memory at once, however long it says it is."""
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 100 * SMALL.size
    header = info.tobuf(tarfile.USTAR_FORMAT)
    path = tmp_path / "bot.tgz"
    path.write_bytes(gzip.compress(header + bytes(info.size) + bytes(1024)))
    with pytest.raises(UserError, match="is too large"):
        unpacked(path, tmp_path / "to")


def test_a_file_that_is_larger_than_it_says(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "bot.zip", [*BOT, Part("zeros", bytes(50_000))])
    data = path.read_bytes()
    path.write_bytes(data.replace((50_000).to_bytes(4, "little"), (9).to_bytes(4, "little")))
    with pytest.raises(UserError, match="no archive, or a damaged one: Bad CRC-32"):
        unpacked(path, tmp_path / "to")


def test_a_large_archive_is_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    path.write_bytes(bytes(SMALL.size + 1))
    with pytest.raises(UserError, match="is too large"):
        unpacked(path, tmp_path / "to")


def test_an_encrypted_one(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "bot.zip", BOT)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(UserError, match="is encrypted"):
        unpacked(path, tmp_path / "to")


def test_one_that_is_packed_in_another_way(tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("bot.toml", MANIFEST)
    with pytest.raises(UserError, match="pack it by deflate"):
        unpacked(path, tmp_path / "to")


@every_kind
@pytest.mark.parametrize("data", [b"", b"hello", b"PK\3\4", b"\x1f\x8b", bytes(10_000)])
def test_what_is_no_archive(tmp_path: Path, ending: str, data: bytes) -> None:
    path = tmp_path / f"bot{ending}"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"is no archive, or a damaged one: .+|holds no bot"):
        unpacked(path, tmp_path / "to")


def test_a_name_that_is_too_long_for_a_file(tmp_path: Path) -> None:
    said = refusal(tmp_path, "bot.tar", [*BOT, Part("x" * 300)])
    assert said == f" holds a name that is too long, {'x' * 80!r}..."


def test_headers_that_follow_headers_for_ever(tmp_path: Path) -> None:
    with io.BytesIO() as made:
        for _ in range(3000):
            info = tarfile.TarInfo("x")
            info.type, info.size = tarfile.XHDTYPE, 0
            made.write(info.tobuf(tarfile.USTAR_FORMAT))
        (tmp_path / "bot.tar").write_bytes(made.getvalue())
    with pytest.raises(UserError):
        unpack(tmp_path / "bot.tar", tmp_path / "to", SizeMeter("bot.tar", SubmissionLimits()))
