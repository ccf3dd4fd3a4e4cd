"""Records as agents may see them: none of an open board, and no seed that is still played with."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.errors import UserError
from referee.record import Record
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.finding import record_in
from tournaments.config.stored import stored
from tournaments.person.series import JOINED
from tournaments.run.open_boards import OpenBoards
from tournaments.storage.store import Store

_ID: Final = re.compile(r"[0-9a-f]{1,64}")
_PATH_LINE: Final = re.compile(r"^deal path: .*$", re.MULTILINE)
_WITHHELD: Final = "withheld: the seed in it is still played with"


@dataclass(frozen=True, slots=True)
class ReadableRecord:
    """A record that an agent may see, as it was read; it is read once."""

    named: str
    """How the agent named it."""
    record: Record
    with_seed: bool
    """Whether its seed may be told."""

    def told(self, text: str) -> str:
        """What `stych record show` prints of it, without a seed that is a secret."""
        return text if self.with_seed else _PATH_LINE.sub(f"deal path: {_WITHHELD}", text)

    def as_json(self, line: str) -> dict[str, Any]:
        """The JSON that `stych record show` prints of it, likewise."""
        values: dict[str, Any] = json.loads(line)
        # The key is that of this deal alone; from the path those of all other deals follow.
        if not self.with_seed:
            values["deal"]["path"] = None
        return values


def readable_record(folder: AgentFolder, text: str) -> ReadableRecord:
    """The record that a text names: an id, its beginning, or a file below the folder.

    Raises UserError when there is none, and OpenBoardError.
    """
    with Store(folder.data) as store:
        record = _found(folder, store, text)
        boards = OpenBoards(store)
        boards.check_closed(record)
        with_seed = not any(map(boards.keeps_seed, record.deal.path[:1]))
        return ReadableRecord(text, record, with_seed)


def _found(folder: AgentFolder, store: Store, text: str) -> Record:
    if _ID.fullmatch(text):
        if len(found := store.find(text)) == 1:
            return store.record(found[0])
        if found:
            # Which of them is meant nobody can tell, and the first may be one that is secret.
            raise UserError(f"several matches have ids that begin with {text!r}")
        record = record_in(str(folder.data / JOINED / f"{text}.json"))
    else:
        record = record_in(str(folder.inside(text)), folder.root)
    if record:
        return record
    raise UserError(
        f"no match has an id that begins with {text!r}, and there is no such file; the tool matches"
        " lists those that can be read"
    )


@dataclass(frozen=True, slots=True)
class ClosedMatch:
    """A match whose record can be read; the fields are the keys of the JSON."""

    match: str
    tournament: str
    board: int
    seats: Sequence[str]
    points: Sequence[int]
    faults: Sequence[str]

    def as_json(self) -> dict[str, Any]:
        """The match as a plain JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


def listed_matches(data: Path, names: Sequence[str], entrant: str | None) -> list[ClosedMatch]:
    """The matches of these tournaments that are on no open board, in the order of play.

    Those of the entrant alone, if one is named. Raises UserError.
    """
    with Store(data) as store:
        boards = OpenBoards(store)
        known = {each for name in names for each in stored(store, name).entrants}
        if entrant is not None and entrant not in known:
            raise UserError(f"the entrants are {', '.join(sorted(known))}; received {entrant!r}")
        return [
            ClosedMatch(
                fixture.id,
                name,
                fixture.block.board,
                list(fixture.seats),
                list(result.points),
                [f"{who}: {kind}" for who, kind in result.faults],
            )
            for name in names
            for fixture, result in boards.closed(name).matches
            if entrant in (None, *fixture.seats)
        ]


def closed_ids(data: Path, names: Sequence[str]) -> set[str]:
    """The ids of all matches of these tournaments that are on no open board."""
    return {each.match for each in listed_matches(data, names, None)}


def without_seeds(data: Path, table: dict[str, Any]) -> dict[str, Any]:
    """A table's JSON without the seeds that are still played with."""
    with Store(data) as store:
        boards = OpenBoards(store)
        for sheet in table["divisions"].values() if "divisions" in table else [table]:
            # The operator's own table has it; whoever plays must not.
            if boards.keeps_seed(stored(store, sheet["tournament"]).seed):
                sheet["seed"] = None
    return table
