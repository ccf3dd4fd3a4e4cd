"""A tournament that was begun, and the commands by which it moves."""

from pathlib import Path

from tests.e2e.command import Done, call
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup


def begun(folder: Path) -> Path:
    """The file of a tournament that was begun with two boards and goes on with three."""
    play_cup(write_cup(folder), folder / "data", [uniform, failing_after(60)])
    file = write_cup(folder, boards=3)
    play_cup(file, folder / "data", matches=2)
    return file


def export(file: Path, name: str = "cup.stych") -> Path:
    to = file.parent / name
    done = call("--data", file.parent / "data", "export", file, "--to", to)
    assert (done.code, done.err) == (0, ""), done
    return to


def import_(archive: Path, data: Path, *more: object) -> Done:
    return call("--data", data, "import", archive, *more)


def refused(done: Done, *words: str, code: int = 2) -> None:
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("stych: ")
    assert done.err.count("\n") == 1
    for word in words:
        assert word in done.err, done.err
