"""What a called command prints is told line by line, also a last line that does not end."""

import asyncio

from tournaments.commands.agents.caller import _read


async def test_a_last_line_without_its_end_is_told() -> None:
    stream = asyncio.StreamReader()
    stream.feed_data(b"one\n\ntw")
    stream.feed_data(b"o\n  thr\x1b[31mee")
    stream.feed_eof()
    lines: list[str] = []

    async def tell(line: str) -> None:
        lines.append(line)

    text = await _read(stream, tell)
    assert text == "one\n\ntwo\n  thr\x1b[31mee"
    assert len(lines) == 3
    assert lines[:2] == ["one", "two"]
    assert lines[2].startswith("thr")
    assert "\x1b" not in lines[2]
