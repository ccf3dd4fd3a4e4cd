"""The tournament that is disturbed, and what must be there of it at any time and in the end."""

from pathlib import Path

from tests.e2e.command import call
from tests.e2e.reference import shown
from tests.records.matches import uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import read_journal

BOARDS = 6


def prepared(folder: Path) -> tuple[Path, dict[str, str]]:
    """The tournament's file, and all that is said of it when nothing disturbs it."""
    file = write_cup(folder, boards=BOARDS)
    play_cup(file, folder / "undisturbed", [uniform])
    return file, shown(folder / "undisturbed", file)


def check_whole(data: Path, heads: Path | None = None) -> int:
    """The journal is whole, knows each saved match once, and has all heads that were reported.

    Returns how many matches there are. `heads` is a file with the heads that were reported: lines
    of a number and a link. None, or no such file, if none were.
    """
    reported = heads.read_text().splitlines() if heads and heads.exists() else []
    with Store(data) as store:
        played = store.played("cup")
        if not store.head("cup"):
            assert not played
            assert not reported
            return 0
        links = {
            (entry.number, entry.link.decode()) for entry in raw.entries(store.database, "cup")
        }
        told = read_journal("cup", raw.entries(store.database, "cup"))
    assert told.problems == []
    assert told.matches.keys() == played
    for line in reported:
        number, link = line.split()
        assert (int(number), link) in links, f"entry {number} was reported and is lost"
    return len(played)


def check_end(data: Path, file: Path, undisturbed: dict[str, str]) -> None:
    """Table and records are `undisturbed` to the byte, and `stych verify` finds nothing wrong."""
    assert shown(data, file) == undisturbed
    done = call("--data", data, "verify", file)
    assert (done.code, done.err) == (0, ""), done
