"""What a bot prints is kept: its beginning and its end, within bounds, whatever it prints."""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rpc import output
from referee.rpc.output import HEAD, TAIL, OutputFile
from tests.games.profiles import fast


@contextmanager
def small(head: int, tail: int) -> Iterator[OutputFile]:
    """A file with other bounds."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(output, "HEAD", head)
        patch.setattr(output, "TAIL", tail)
        yield OutputFile(Path(folder) / "of" / "a" / "bot" / "stdout.txt")


@given(st.integers(1, 50), st.integers(1, 50), st.lists(st.integers(1, 120), max_size=12))
@fast(60)
def test_the_beginning_and_the_end_are_kept(head: int, tail: int, sizes: list[int]) -> None:
    said = bytes(i % 251 for i in range(sum(sizes)))
    with small(head, tail) as file:
        rest = said
        for size in sizes:
            file.keep(rest[:size])
            rest = rest[size:]
        file.close()
        kept = file.path.read_bytes() if sizes else b""
    if len(said) <= head + tail:
        assert kept == said
    else:
        left_out = len(said) - head - tail
        between = f"\n... {left_out} bytes left out ...\n".encode()
        assert kept == said[:head] + between + said[-tail:]


def test_a_bot_that_says_nothing_leaves_no_file(tmp_path: Path) -> None:
    file = OutputFile(tmp_path / "bot" / "stdout.txt")
    file.close()
    assert not list(tmp_path.iterdir())
    assert file.last_words() == ""


@pytest.mark.parametrize("kind", ["pipe", "link", "hard link"])
def test_what_was_put_in_the_place_of_the_file_is_replaced_and_leads_nowhere(
    tmp_path: Path, kind: str
) -> None:
    (tmp_path / "another's").write_text("kept")
    file = OutputFile(tmp_path / "stdout.txt")
    if kind == "pipe":
        os.mkfifo(file.path)
    elif kind == "link":
        file.path.symlink_to(tmp_path / "another's")
    else:
        file.path.hardlink_to(tmp_path / "another's")
    file.keep(b"said")
    file.close()
    assert (file.path.is_symlink(), file.path.read_text()) == (False, "said")
    assert (tmp_path / "another's").read_text() == "kept"


def test_last_words_are_the_last_lines_fit_for_a_terminal(tmp_path: Path) -> None:
    file = OutputFile(tmp_path / "stderr.txt")
    file.keep(b"first\n" * 100 + b"\x1b[31mred\n\n\xff\xfe\nTraceback:\n  line\r\nError: \x00\n")
    shown = file.last_words().splitlines()
    assert shown == ["\ufffd[31mred", "\ufffd\ufffd", "Traceback:", "  line", "Error: \ufffd"]
    assert file.last_words(2).splitlines() == ["  line", "Error: \ufffd"]
    file.close()


def test_last_words_need_no_newline_and_are_short(tmp_path: Path) -> None:
    file = OutputFile(tmp_path / "stdout.txt")
    file.keep(b"x" * 5000)
    file.keep(b" and so I end")
    assert file.last_words().endswith("x and so I end")
    assert len(file.last_words()) <= 4096
    file.close()


def test_last_words_are_those_of_this_start(tmp_path: Path) -> None:
    file = OutputFile(tmp_path / "stdout.txt")
    for start in ("one", "two"):
        file.begin()
        assert file.last_words() == ""
        file.keep(start.encode())
        assert file.last_words() == start
    file.close()
    assert file.path.read_text() == "onetwo"


async def test_a_flood_is_drained_slowly_and_left_out_beyond_the_bounds(tmp_path: Path) -> None:
    file = OutputFile(tmp_path / "stdout.txt")
    reader = asyncio.StreamReader()
    flood = 2 * (HEAD + TAIL)
    reader.feed_data(b"x" * flood)
    reader.feed_eof()
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with asyncio.timeout(30):
        await file.drain(reader)
    chunks = (flood - HEAD) // output._CHUNK_SIZE
    # A tenth less, since timers may be a little early.
    assert loop.time() - began >= output._PAUSE_SECONDS * chunks * 0.9
    file.close()
    assert file.path.stat().st_size <= HEAD + TAIL + 100


def test_what_cannot_be_kept_is_left_out(tmp_path: Path) -> None:
    """An error of the system is passed over; here the file's folder is no folder."""
    (tmp_path / "file").write_text("hello")
    file = OutputFile(tmp_path / "file" / "stdout.txt")
    file.begin()
    file.keep(b"a word\n" * (HEAD // len(b"a word\n") + 2))
    assert file.last_words(1) == "a word"
    file.close()
