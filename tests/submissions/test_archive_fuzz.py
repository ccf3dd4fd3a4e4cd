"""Archives of any names and kinds, and damaged ones, are accepted or refused in a sentence."""

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import UserError
from tests.submissions.archives import BOT, Part, write_archive
from tournaments.submissions.archive import ENDINGS, unpack
from tournaments.submissions.limits import SizeMeter, SubmissionLimits

pytestmark = pytest.mark.slow

SMALL = SubmissionLimits(files=20, size=100_000)


def refusal(path: Path, to: Path) -> str:
    """What is said against the archive, if anything is."""
    try:
        unpack(path, to, SizeMeter(path, SMALL)).check(path, built=False)
    except UserError as error:
        return str(error)
    return ""


def is_nothing_or_a_sentence(said: str, path: Path) -> bool:
    return not said or (said.startswith(str(path)) and "\n" not in said)


SEGMENTS = st.sampled_from(
    ["..", ".", "", "a", "b", "lib", ".h", "C:", "a\\b", "bot.toml", "é", "\n", "~", "/"]
)
NAMES = st.lists(SEGMENTS, min_size=1, max_size=5).map("/".join)
KINDS = ["file", "folder", "link", "hard link", "pipe", "device"]


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@settings(deadline=None)
@given(
    ending=st.sampled_from(ENDINGS),
    parts=st.lists(
        st.builds(
            Part,
            name=NAMES,
            data=st.sampled_from([b"x", b"../..", b"/tmp", b"..", b"a"]),
            kind=st.sampled_from(KINDS),
        ),
        max_size=8,
    ),
    whole=st.booleans(),
)
def test_no_names_and_types_ever_write_outside(ending: str, parts: list[Part], whole: bool) -> None:
    """Nor do they make anything but regular files and folders."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "one" / "two"
        folder.mkdir(parents=True)
        path = write_archive(folder / f"bot{ending}", [*BOT, *parts] if whole else parts)
        opened: list[Path] = []
        real = Path.open

        def noted(self: Path, mode: str = "r", *rest: object) -> object:
            if "x" in mode or "w" in mode:
                opened.append(self)
            return real(self, mode, *rest)  # type: ignore[call-overload]

        with mock.patch.object(Path, "open", noted):
            said = refusal(path, folder / "to")
        assert is_nothing_or_a_sentence(said, path)
        assert all((folder / "to").resolve() in file.resolve().parents for file in opened)
        there = {each for each in Path(scratch).rglob("*") if folder / "to" not in each.parents}
        assert there - {folder / "to"} == {folder.parent, folder, path}
        inside = list((folder / "to").rglob("*"))
        assert not any(each.is_symlink() for each in inside)
        assert all(each.is_dir() or each.is_file() for each in inside)


def whole(ending: str) -> bytes:
    with TemporaryDirectory() as scratch:
        parts = [*BOT, Part("lib/x", bytes(range(256)))]
        return write_archive(Path(scratch) / f"bot{ending}", parts).read_bytes()


WHOLE = {ending: whole(ending) for ending in ENDINGS}


@settings(deadline=None, max_examples=300)
@given(
    ending=st.sampled_from(ENDINGS),
    places=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=6),
    end=st.floats(0, 1),
)
def test_damage_is_told_in_a_sentence(
    ending: str, places: list[tuple[float, int]], end: float
) -> None:
    data = bytearray(WHOLE[ending])
    for at, value in places:
        data[int(at * (len(data) - 1))] = value
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / f"bot{ending}"
        path.write_bytes(data[: int(len(data) * max(end, 0.2)) + 1])
        assert is_nothing_or_a_sentence(refusal(path, Path(scratch) / "to"), path)


@settings(deadline=None, max_examples=200)
@given(places=st.lists(st.tuples(st.integers(0, 511), st.integers(0, 255)), max_size=4))
def test_damage_under_the_packing_too(places: list[tuple[int, int]]) -> None:
    data = bytearray(gzip.decompress(WHOLE[".tgz"]))
    for at, value in places:
        data[at] = value
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "bot.tgz"
        path.write_bytes(gzip.compress(bytes(data)))
        assert is_nothing_or_a_sentence(refusal(path, Path(scratch) / "to"), path)
