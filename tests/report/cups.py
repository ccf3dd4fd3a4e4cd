"""Small tournaments in every format, played in this process and saved as real ones are."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Evidence
from referee.games.registry import make_game
from referee.record import Record
from tests.records.matches import FakeBot, make_plan, play, uniform
from tournaments.config.definition import Definition
from tournaments.core.results import MatchResult
from tournaments.present.html.content import PageContent, gather
from tournaments.present.html.page import render
from tournaments.storage.rows import summary
from tournaments.storage.store import Store

GAMES: Mapping[str, Mapping[str, Any]] = {
    "fox": {"target": 1},
    "the-game": {"players": 2},
    "nase-hra": {},
    "korist": {"limit": 60},
}
ABC = ("ann", "bob", "cyril")
WORDS = "the last words that it printed"
CRASH = Fault(
    kind=FaultKind.CRASHED,
    stage=FaultStage.PLAY,
    text="exited with code 1",
    evidence=Evidence(words=WORDS),
)
SEED = "sealed-until-the-end"

Seat = Callable[[str], FakeBot | None]
"""A bot for the entrant of that name; None when it was withdrawn."""


def by_strength(name: str) -> FakeBot:
    """Plays the first legal action in a share of its decisions that depends on its name alone."""
    share = sum(name.encode()) % 7 / 7

    def answer(random: Random, legal: int) -> int:
        return 0 if random.random() < share else uniform(random, legal)

    return FakeBot(answer)


def crashing(name: str, fault: Fault = CRASH) -> Seat:
    """All play, but this one has the fault in every match, after three decisions."""

    def seat(own: str) -> FakeBot:
        made = 0

        def answer(random: Random, legal: int) -> int | Fault:
            nonlocal made
            made += 1
            return fault if made > 3 else uniform(random, legal)

        return FakeBot(answer) if own == name else FakeBot(uniform)

    return seat


def definition(
    names: Sequence[str],
    *,
    name: str = "cup",
    game: str = "fox",
    form: str = "round-robin",
    boards: int = 2,
    **more: Any,
) -> Definition:
    options = more.pop("options", GAMES[game])
    made = make_game(game, options)
    bots = {
        each: {"bot": each, "version": "1.0", "digest": "ab" * 32, "joined": 1} for each in names
    }
    values = {
        "game": game,
        "options": made.options.model_dump(),
        "rules_version": made.rules_version,
        "seats": made.seats,
        "seed": SEED,
        "format": form,
        "boards": boards,
        "conduct": {"decision_ms": 2000},
        "fresh_processes": False,
        "entrants": bots,
    }
    return Definition(name, values | more)


def hold(
    folder: Path, cup: Definition, seat: Seat = by_strength, most: int | None = None
) -> dict[str, Record]:
    """Play the tournament, or so many matches of it, into that data folder; the records by id."""
    values = cup.values
    plan = make_plan(
        *cup.entrants,
        seed=values["seed"],
        tournament=cup.name,
        game=values["game"],
        options=values["options"],
    )
    schedule, records = cup.schedule(), dict[str, Record]()
    results: dict[str, MatchResult] = {}
    with Store(folder) as store:
        store.define(cup.name, cup.values)
        while missing := schedule.advance(results):
            now = missing if most is None else missing[: most - len(records)]
            stage = [play(plan, each, *(seat(name) for name in each.seats)) for each in now]
            store.save(stage)
            records |= {record.id: record for record in stage}
            results |= {record.id: summary(record) for record in stage}
            if len(records) == most:
                break
    return records


def report(folder: Path, *cups: Definition, **more: Any) -> PageContent:
    """The content of the page on one tournament, or on several as divisions."""
    names = {"" if len(cups) == 1 else each.name: each for each in cups}
    with Store(folder) as store:
        return gather(store, "cup", names, **more)


def page(folder: Path, cup: Definition, seat: Seat = by_strength, **more: Any) -> str:
    """Play the tournament, or `most` matches of it, and return its page."""
    hold(folder, cup, seat, more.pop("most", None))
    return render(report(folder, cup, **more))


CUPS = {
    "fox": definition(ABC),
    "nase-hra": definition(ABC, game="nase-hra", boards=1),
    "korist": definition(ABC[:2], game="korist", boards=1),
    "the-game": definition(ABC, game="the-game", form="self-play", boards=2),
    "mixed-teams": definition("abcdef", game="the-game", form="mixed-teams", boards=3),
    "all-teams": definition(ABC, game="the-game", form="all-teams", boards=2),
    "alone": definition(["ann"], game="the-game", form="self-play", boards=3),
    "swiss": definition("abcde", form="swiss", boards=1),
    "ladder": definition("abcd", form="ladder", boards=4),
    "gauntlet": definition(ABC, form="gauntlet", hero="bob"),
    "duel": definition(["ann", "bob"], form="duel", hero="bob", boards=10),
    "many": definition([f"bot-{n}" for n in range(50)], form="rounds", options={"target": 1}),
}
