"""Records as agents may see them: only on closed boards, and without seeds still in use."""

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
"""The id of a match, or the beginning of one."""
_PATH_LINE: Final = re.compile(r"^deal path: .*$", re.MULTILINE)
_WITHHELD: Final = "withheld: the seed in it is still played with"


@dataclass(frozen=True, slots=True)
class ReadableRecord:
    """A record that an agent may see. It is read once: a file could be another one later."""

    shown_name: str
    """The name by which the agent asked for the record, for messages."""
    record: Record
    with_seed: bool
    """Whether the agent may see the seed of the deal."""

    def as_text(self, text: str) -> str:
        """The output of `stych record show`, without the path of the deal if the seed is secret."""
        return text if self.with_seed else _PATH_LINE.sub(f"deal path: {_WITHHELD}", text)

    def as_json(self, line: str) -> dict[str, Any]:
        """The same for the JSON of `stych record show --json`: the path is None if it is secret."""
        values: dict[str, Any] = json.loads(line)
        # The key of the deal stays: only the cards of this deal follow from it. The path begins
        # with the seed, from which the cards of all deals follow.
        if not self.with_seed:
            values["deal"]["path"] = None
        return values


def readable_record(folder: AgentFolder, text: str) -> ReadableRecord:
    """The record that `text` names: an id, its beginning, or a file below the folder.

    A match at a table is found by its whole id only. Raises UserError when there is no such record
    or `text` names several, and OpenBoardError when its board is open.
    """
    with Store(folder.data) as store:
        record = _record(folder, store, text)
        boards = OpenBoards(store)
        boards.check_closed(record)
        # The path begins with the seed. In a record from a file it may be empty.
        path = record.deal.path
        with_seed = not path or not boards.is_seed_in_use(path[0])
        return ReadableRecord(text, record, with_seed)


def _record(folder: AgentFolder, store: Store, text: str) -> Record:
    """The record that `text` names, which an agent may not be allowed to see.

    Raises UserError when there is none, or `text` names several.
    """
    if _ID.fullmatch(text):
        if len(ids := store.find(text)) == 1:
            return store.record(ids[0])
        if ids:
            # Nobody can tell which of them is meant, and the first may be on an open board.
            raise UserError(f"several matches have ids that begin with {text!r}")
        # Matches at tables are not in the database; each record is a file.
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
    """The id."""
    tournament: str
    board: int
    seats: Sequence[str]
    """The entrants, by seat."""
    points: Sequence[int]
    """By seat."""
    faults: Sequence[str]
    """Each as ENTRANT: KIND."""

    def as_json(self) -> dict[str, Any]:
        """The match as a plain JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


def listed_matches(data: Path, names: Sequence[str], entrant: str | None) -> list[ClosedMatch]:
    """The played matches on closed boards, of one tournament after the other, in order of play.

    `names` are the tournaments. If `entrant` is given, only its matches. Raises UserError when
    nothing is stored of a tournament, or none has the entrant.
    """
    with Store(data) as store:
        boards = OpenBoards(store)
        entrants = {each for name in names for each in stored(store, name).entrants}
        if entrant is not None and entrant not in entrants:
            listed = ", ".join(sorted(entrants))
            raise UserError(f"the entrants are {listed}; received {entrant!r}")
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
    """The ids of all played matches on closed boards, of the tournaments `names`.

    Raises UserError when nothing is stored of a tournament.
    """
    return {each.match for each in listed_matches(data, names, None)}


def without_seeds(data: Path, table: dict[str, Any]) -> dict[str, Any]:
    """Replace the seeds that are still in use by None in the JSON of a table.

    `table` is changed, and returned. Raises UserError when the data folder has nothing of it.
    """
    with Store(data) as store:
        boards = OpenBoards(store)
        for sheet in table["divisions"].values() if "divisions" in table else [table]:
            # The operator may see the seed of a tournament under way; an agent, who plays, may not.
            if boards.is_seed_in_use(stored(store, sheet["tournament"]).seed):
                sheet["seed"] = None
    return table
