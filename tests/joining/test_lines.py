"""Lines from pipes, files and terminals."""

import asyncio
import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournaments.person.lines import Lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reads, writes = os.pipe()
    yield reads, writes
    for each in (reads, writes):
        try:
            os.close(each)
        except OSError:
            continue


async def test_lines_of_a_pipe(pipe: tuple[int, int]) -> None:
    reads, writes = pipe
    lines = Lines(reads)
    os.write(writes, "one\r\ntwo \n\nžal".encode())
    assert [await lines.next() for _ in range(3)] == ["one", "two ", ""]
    os.write(writes, "ud\xff".encode("latin-1"))
    os.close(writes)
    assert await lines.next() == "žalud\ufffd", "the last line needs no end"
    assert [await lines.next() for _ in range(2)] == [None, None]


async def test_waiting_may_be_given_up(pipe: tuple[int, int]) -> None:
    reads, writes = pipe
    lines = Lines(reads)
    for _ in range(3):
        waiting = asyncio.create_task(lines.next())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
    os.write(writes, b"kept\nand this\n")
    assert [await lines.next() for _ in range(2)] == ["kept", "and this"]


async def test_a_very_long_line_comes_in_pieces(pipe: tuple[int, int]) -> None:
    reads, writes = pipe
    lines = Lines(reads)
    os.write(writes, b"x" * 10_000 + b"\n")
    assert [len(await lines.next() or "") for _ in range(3)] == [4096, 4096, 1808]


async def test_lines_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text("1\n2\n")
    with file.open() as opened:
        lines = Lines(opened.fileno())
        assert [await lines.next() for _ in range(3)] == ["1", "2", None]


async def test_a_terminal_that_is_gone() -> None:
    ours, theirs = pty.openpty()
    lines = Lines(theirs)
    os.write(ours, b"1\n")
    assert await lines.next() == "1"
    os.close(ours)
    assert await lines.next() is None
    os.close(theirs)


async def test_a_descriptor_that_is_closed() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    os.close(writes)
    assert await Lines(reads).next() is None


async def test_what_was_typed_ahead_at_a_terminal_is_forgotten() -> None:
    ours, theirs = pty.openpty()
    lines = Lines(theirs)
    os.write(ours, b"1\n2\nhalf")
    assert await lines.next() == "1"
    lines.discard()
    os.write(ours, b"3\n")
    assert await lines.next() == "3"
    waiting = asyncio.create_task(lines.next())
    await asyncio.sleep(0)
    waiting.cancel()
    os.write(ours, b"4\n")
    await asyncio.sleep(0.2)
    lines.discard()
    os.write(ours, b"5\n")
    assert await lines.next() == "5", "4 was for the question that was given up"
    for each in (ours, theirs):
        os.close(each)


async def test_lines_of_a_pipe_wait_for_their_questions(pipe: tuple[int, int]) -> None:
    reads, writes = pipe
    lines = Lines(reads)
    os.write(writes, b"1\n2\n")
    assert await lines.next() == "1"
    lines.discard()
    assert await lines.next() == "2"
