"""Gathers all that a report shows from a data folder; how it looks is not known in here."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from referee.errors import UserError
from referee.games.registry import GAMES
from tournaments.config.definition import Definition
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.duel import DUEL
from tournaments.present.duel import verdict
from tournaments.present.faults import FaultGroup, failures, fault_groups
from tournaments.present.html import about
from tournaments.present.html.choice import choose
from tournaments.present.html.faults import causes
from tournaments.present.html.growth import Point, growth
from tournaments.present.html.replays import MatchReplay, matches
from tournaments.present.sheet import Sheet, evidence, progress, said
from tournaments.ratings.model_usage import ModelUsage, usage
from tournaments.ratings.overall import Overall, overall
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.timing import Times, thought, times
from tournaments.resources.pages import rules
from tournaments.run.open_boards import OpenBoards, secret_boards
from tournaments.run.stand import stand
from tournaments.storage.store import Store

REPLAYS = 40
"""How many matches a report replays unless told otherwise."""

Note = Callable[[str], None]
"""A function that is told what is being done, since a report may take a while."""


@dataclass(frozen=True, slots=True)
class TournamentContent:
    """What a page says of one tournament."""

    name: str
    title: str
    progress: Sequence[str]
    cautions: Sequence[str]
    conditions: Sequence[about.Line]
    bots: Sequence[about.BotSummary]
    of_teams: bool
    """Whether it is a cooperative game."""
    about_boards: str
    """What boards and blocks are in it, in words."""
    table: StandingsTable
    growth: Sequence[Point] = ()
    causes: Sequence[FaultGroup] = ()
    times: Mapping[str, Times] = field(default_factory=dict)
    """How long the entrants thought, by name; it differs from run to run."""
    models: Sequence[ModelUsage] = ()
    """What language models used up, where there are any; it differs from run to run."""
    replays: Sequence[MatchReplay] = ()
    replays_left_out: int = 0
    """How many chosen replays were left out, as the page would have become too large."""
    secret_boards: int = 0
    """How many boards have matches that were played, none of which is shown yet."""


@dataclass(frozen=True, slots=True)
class PageContent:
    """What is on a page: a tournament, or the divisions of a competition."""

    name: str
    divisions: Mapping[str, TournamentContent]
    """The tournaments by division; under "" where there are no divisions."""
    overall: Sequence[Overall]
    """The overall table; empty where there are no divisions."""
    rules: Mapping[str, str]
    """The rules of the games in Markdown, by the title of the game."""


def gather(
    store: Store,
    name: str,
    divisions: Mapping[str, Definition],
    *,
    replays: int = REPLAYS,
    with_seed: bool = True,
    note: Note = lambda _: None,
) -> PageContent:
    """A report on what was played so far; the same for the same matches, but for measured times.

    `replays` are shared out evenly among the divisions. The seed is told only when nothing is left
    to be played with it: neither in one of them, nor in another tournament of the data folder.
    """
    note("the table")
    stands = {key: stand(store, each) for key, each in divisions.items()}
    sheets = {key: Sheet.of(each, stands[key]) for key, each in divisions.items()}
    # From the seed follow the cards of all boards, in every division that has it.
    with_seed = with_seed and all(sheet.complete for sheet in sheets.values())
    boards = OpenBoards(store)
    # Another tournament of the data folder may still play with it.
    with_seed = with_seed and not any(boards.keeps_seed(each.seed) for each in divisions.values())
    each_has = replays // len(sheets)
    contents = {
        key: _content(
            store, sheet, stands[key].results, boards, each_has, note, with_seed=with_seed
        )
        for key, sheet in sheets.items()
    }
    tables = {key: sheet.table for key, sheet in sheets.items()}
    games = {each.game for each in divisions.values()}
    lines = [] if "" in sheets else overall(tables)
    return PageContent(name, contents, lines, _rules(sorted(games)))


def _rules(games: Sequence[str]) -> dict[str, str]:
    """Those that there are: a game of another package may come without."""
    found = {}
    for game in games:
        with suppress(UserError):
            found[GAMES[game].title] = rules(game)
    return found


def _content(
    store: Store,
    sheet: Sheet,
    results: Mapping[str, MatchResult],
    boards: OpenBoards,
    replays: int,
    note: Note,
    *,
    with_seed: bool,
) -> TournamentContent:
    definition, schedule, counted = sheet.definition, sheet.schedule, sheet.counted
    points = []
    if sheet.rated:
        told = partial(note, "ratings on the way")
        points = growth(definition.entrants, counted, sheet.table, told)
    note("times")
    spent = times(thought(store.records(definition.name)))
    used = usage(store.records(definition.name)) if definition.models else {}
    # By the results of this report too: matches may be saved while it is made.
    secret = secret_boards(schedule.fixtures, results)
    secret |= {*boards.closed(definition.name).secret}
    chosen = choose(schedule.fixtures, results, secret, replays)
    # Records are read one after the other: together they may take more memory than the page.
    shown = []
    for match in matches(store.record(each.id) for each in chosen):
        shown.append(match)
        note(f"replay {len(shown)} of {len(chosen)}")
    # What a bot wrote on a board that is still played may name the cards on it.
    faults = fault_groups(store.records(definition.name, faulty=True), secret)
    of_teams = any(each.block.teams for each in schedule.fixtures)
    begun = {each.block.board for each in schedule.fixtures if each.id in results}
    return TournamentContent(
        name=definition.name,
        title=about.title(sheet),
        progress=[*said(sheet), progress(sheet), *_verdict(definition, counted), *evidence(sheet)],
        cautions=[
            *(f"{each.sentence()}." for each in failures(sheet.table, faults)),
            *about.cautions(sheet),
        ],
        conditions=about.conditions(sheet, with_seed=with_seed),
        bots=about.bots(definition.bots),
        of_teams=of_teams,
        about_boards=about.boards(definition.deals, of_teams=of_teams),
        table=sheet.table,
        growth=points,
        causes=causes(faults),
        times=spent,
        models=[*used.values()],
        replays=shown,
        replays_left_out=len(chosen) - len(shown),
        secret_boards=len(secret & begun),
    )


def _verdict(definition: Definition, counted: Sequence[PlayedMatch]) -> list[str]:
    if definition.format is not DUEL:
        return []
    return list(verdict(definition, counted))
