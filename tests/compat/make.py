"""Makes the fixtures of today with the code it stands beside.

`python -m tests.compat.make 2027-03` makes a folder of that name. What is there already stays as it
is: a format that was added gets a folder of its own. README.md has the contents.
"""

import json
import os
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.evidence import Cause, Evidence
from referee.record import Record
from referee.version import STYCH
from tests.compat.cups import CUPS, FILES, PROGRAMS, Cup, seed
from tests.compat.packing import pack, unpack
from tests.compat.reading import defined, kept, table_of
from tests.e2e.command import BOTS, call, finish, write_bot
from tests.e2e.hosting import host_and_bots
from tests.root import ROOT
from tournaments.config import competition, quick
from tournaments.config.tournament_file import Tournament
from tournaments.core.voids import Void
from tournaments.resources.scaffold import languages, scaffold
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store

HERE = Path(__file__).parent
EXAMPLES = ROOT / "tournaments" / "examples"
SERIES_OPTIONS = ["target=1"]
DUEL_STOP = 5
EXPORTED = {
    "divisions": "finished",
    "faults": "finished",
    "round-robin": "stopped",
    "stored": "stopped",
}


def main(name: str) -> None:
    """Make the folder of that name; exits when it is there already."""
    folder = HERE / name
    if folder.exists():
        sys.exit(f"{folder} is there already: fixtures are added, never replaced")
    os.environ |= {"STYCH_ISOLATION": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    with TemporaryDirectory() as place:
        work = Path(place)
        _write_files(work, folder)
        tokens = {}
        for state in ("finished", "stopped"):
            tokens[state] = _play_all(work, work / state, stopped=state == "stopped")
            pack(work / state, folder / f"{state}.tar.gz")
            _write_expected(work, work / state, state)
        _export(work, folder)
        for each in ("records", "tables"):
            pack(work / each, folder / f"{each}.tar.gz")
        _write(folder / "definitions.json", _definitions(folder, work / "none"))
    made = {"stych": STYCH, "made": f"{datetime.now(UTC):%Y-%m-%d}", "tokens": tokens}
    cups = {name: {"kind": cup.kind, "voids": cup.voids} for name, cup in CUPS.items()}
    _write(folder / "made.json", json.dumps({**made, "cups": cups}, indent=1) + "\n")


def _write_files(work: Path, folder: Path) -> None:
    """Bots and tournament files, as people have them."""
    for bot in ("random", "first", "fox_thumb", "the_game_thumb", "search"):
        shutil.copytree(BOTS / bot, work / "bots" / bot, ignore=shutil.ignore_patterns("__*__"))
    shutil.copytree(ROOT / "bots" / "stubs", work / "bots" / "stubs")
    for name, code in PROGRAMS.items():
        write_bot(work / "bots" / name, code)
    for number in (2, 3):
        again = shutil.copytree(work / "bots" / "fox_thumb", work / "bots" / f"thumb-{number}")
        (again / "NOTES").write_text(f"version {number}\n")
    pack(work / "bots", folder / "bots.tar.gz")
    (work / "scaffolds").mkdir()
    for language in languages():
        scaffold(language, work / "scaffolds" / language, f"{language}-bot")
        pack(work / "scaffolds" / language, folder / "scaffolds" / f"{language}.tar.gz")
    for name, cup in CUPS.items():
        _write(work / "cups" / f"{name}.toml", cup.text)
        if cup.before:
            _write(work / "before" / f"{name}.toml", cup.before)
    shutil.copytree(work / "cups", folder / "cups")
    shutil.copytree(work / "before", folder / "before")
    for path in EXAMPLES.glob("*.toml"):
        text = path.read_text().replace("../../bots/python/examples/", "../bots/")
        _write(folder / "files" / path.name, text)
    for name, text in FILES.items():
        _write(folder / "files" / name, text)


def _play_all(work: Path, data: Path, *, stopped: bool) -> dict[str, str]:
    """A data folder of all cups and of the quick ones; the tokens that were issued in it."""
    _submit(data, work / "bots" / "fox_thumb", work / "bots" / "thumb-2")
    tokens: dict[str, str] = {}
    for name, cup in CUPS.items():
        before, file = work / "before" / f"{name}.toml", work / "cups" / f"{name}.toml"
        files = [before] * bool(cup.before) + [file] * (not (cup.before and stopped))
        for each in files:
            if cup.kind == "hosted":
                tokens |= _host(each, data, tokens, work)
            else:
                for tournament in competition.read(each).tournaments:
                    _play(data, tournament, each.parent, cup, cup.stop if stopped else 0)
    _play_quick(work, data, stopped=stopped)
    _submit(data, work / "bots" / "thumb-3")
    _called("--data", data, "bots", "--withdraw", "thumb@1")
    return tokens


def _submit(data: Path, *bots: Path) -> None:
    for bot in bots:
        _called("--data", data, "submit", bot)


def _play(data: Path, tournament: Tournament, base: Path, cup: Cup, stop: int) -> None:
    """To its end, or until so many matches are kept; some are said to have been void."""
    with Store(data) as store:
        organiser = Organiser(store, tournament, base)
        played: list[Record] = []
        left = cup.voids

        def note(records: Sequence[Record]) -> None:
            nonlocal left
            played.extend(records)
            for _ in range(left):
                fixture = organiser.schedule.fixtures[-left]
                text = "the worker process that played it was killed by SIGKILL"
                void = Void.of_match(fixture, Cause.MACHINE, text, Evidence(load=2.5))
                store.annul(tournament.name, void)
                left -= 1

        organiser.run(1, note, lambda: bool(stop) and len(played) >= stop)


def _host(file: Path, data: Path, tokens: dict[str, str], work: Path) -> dict[str, str]:
    with host_and_bots(file.parent, file) as there:
        there.data, there.tokens = data, dict(tokens)
        host = there.host()
        there.bot("ann", work / "bots" / "random")
        done = finish(host)
        assert done.code == 0, done.err
        return there.tokens


def _play_quick(work: Path, data: Path, *, stopped: bool) -> None:
    """What `stych play` and `stych duel` keep under their own names."""
    one, other = (str(work / "bots" / name) for name in ("first", "fox_thumb"))
    series = quick.series("fox", [one, other], boards=2, seed=seed("play"), options=SERIES_OPTIONS)
    _play(data, series, work, Cup(""), 0)
    duel = quick.duel(
        *("fox", one, other),
        boards=6,
        seed=seed("duel"),
        options=SERIES_OPTIONS,
        better_by=0.1,
        error=0.05,
    )
    _play(data, duel, work, Cup(""), DUEL_STOP if stopped else 0)


def _write_expected(work: Path, data: Path, state: str) -> None:
    """The tables to the byte; and what was played in the end, without what was measured."""
    tables = work / "tables"
    for name in CUPS:
        said = _called("--data", data, "table", work / "cups" / f"{name}.toml", "--format", "json")
        _write(tables / state / f"{name}.json", said)
    for name in ("play", "duel"):
        _write(tables / state / f"{name}.json", table_of(data, name))
    if state == "finished":
        for name in (*CUPS, "play", "duel"):
            file = work / "cups" / f"{name}.toml"
            names = (
                [each.name for each in competition.read(file).tournaments]
                if name in CUPS
                else [name]
            )
            lines = [
                record.to_json(measured=False) for each in names for record in kept(data, each)
            ]
            _write(work / "records" / f"{name}.jsonl", "".join(f"{line}\n" for line in lines))


def _definitions(folder: Path, work: Path) -> str:
    """What the tournament files mean, by file and tournament."""
    bots = unpack(folder / "bots.tar.gz", work / "bots")
    files = shutil.copytree(folder / "files", bots.with_name("files"))
    found = {path.name: defined(path, work / "data") for path in sorted(files.iterdir())}
    return json.dumps(found, indent=1) + "\n"


def _export(work: Path, folder: Path) -> None:
    (folder / "exports").mkdir()
    for name, state in EXPORTED.items():
        archive = folder / "exports" / f"{name}.{state}.stych"
        _called("--data", work / state, "export", work / "cups" / f"{name}.toml", "--to", archive)


def _called(*line: object) -> str:
    done = call(*line)
    assert done.code == 0, done.err
    return done.out


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
