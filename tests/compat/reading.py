"""What a data folder says of a tournament, by its name."""

import json
from pathlib import Path
from typing import Any

from referee.record import Record
from tournaments.config import competition
from tournaments.config.stored import stored
from tournaments.ratings.standings import as_json
from tournaments.run.organiser import Organiser
from tournaments.run.stand import stand
from tournaments.storage.store import Store


def kept(data: Path, name: str) -> list[Record]:
    """Its records, by board and id."""
    with Store(data) as store:
        return list(store.records(name))


def table_of(data: Path, name: str) -> str:
    """Its table as JSON; also of what `play` and `duel` keep, which have no file."""
    with Store(data) as store:
        made = stand(store, stored(store, name)).table
    return json.dumps(as_json(made), indent=2) + "\n"


def defined(file: Path, data: Path) -> dict[str, Any]:
    """What the tournaments in the file are, by name, before anything of them was played."""
    with Store(data) as store:
        tournaments = competition.read(file).tournaments
        made = [Organiser(store, each, file.parent).definition for each in tournaments]
    return {each.name: each.values for each in made}
