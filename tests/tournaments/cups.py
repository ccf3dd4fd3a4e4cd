"""Small tournaments played in this process, for tests that look at what is saved of them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.e2e.command import write_bot, write_tournament
from tests.records.matches import Answer, FakeBot, play, uniform
from tournaments.config import competition
from tournaments.core.fixtures import Fixture
from tournaments.run.organiser import Organiser
from tournaments.run.plan import Plan
from tournaments.storage.rows import summary
from tournaments.storage.store import Store

NAMES = ("ann", "bob", "cid")


def write_cup(folder: Path, names: Sequence[str] = NAMES, boards: int = 2, **keys: str) -> Path:
    """The file of a tournament of fake bots; keys as in write_tournament."""
    game = keys.get("game", '"fox"')
    for name in names:
        write_bot(folder / name, games=f"[{game}]")
    more = "" if game == '"fox"' else "[options]\nplayers = 2\n"
    return write_tournament(folder / "cup.toml", names, boards, more, **keys)


def play_cup(
    file: Path,
    data: Path,
    answers: Sequence[Answer] | Mapping[str, Answer] = (uniform,),
    matches: int = 10_000,
) -> Plan:
    """Play the file's tournament on: `matches` more matches, or all that are left if fewer are.

    `answers` are by seat or by entrant.
    """
    with Store(data) as store:
        organiser = Organiser(store, competition.read(file).tournaments[0], file.parent)
        plan, results = organiser.plan(), store.summaries(organiser.definition.name)
        store.define(organiser.definition.name, organiser.definition.values)
        while missing := organiser.schedule.advance(results)[:matches]:
            records = [play(plan, each, *_bots(each, answers)) for each in missing]
            store.save(records)
            results |= {record.id: summary(record) for record in records}
            matches -= len(missing)
        return plan


def _bots(fixture: Fixture, answers: Sequence[Answer] | Mapping[str, Answer]) -> Iterator[FakeBot]:
    if isinstance(answers, Mapping):
        yield from (FakeBot(answers[name]) for name in fixture.seats)
    else:
        yield from (FakeBot(answers[seat % len(answers)]) for seat in range(len(fixture.seats)))
