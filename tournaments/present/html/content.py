"""Gathers the content of a report from a data folder; the templates say how it is shown."""

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
from tournaments.present.html.replays import MOST_LETTERS, MatchReplay, match_replays
from tournaments.present.sheet import Sheet, evidence_in_words, progress_in_words, table_in_words
from tournaments.ratings.model_usage import ModelUsage, usage
from tournaments.ratings.overall import OverallLine, overall
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.timing import Times, decision_times, times
from tournaments.resources.pages import rules
from tournaments.run.open_boards import OpenBoards, secret_boards
from tournaments.run.stand import stand
from tournaments.storage.store import Store

REPLAYS = 40
"""The number of matches that a report replays by default."""

TellStep = Callable[[str], None]
"""Is called with a text about the step that begins, since a report may take a while."""


@dataclass(frozen=True, slots=True)
class TournamentContent:
    """The content of a page for one tournament."""

    name: str
    title: str
    """The game and its options."""
    progress: Sequence[str]
    """Sentences above the table: what it says, how much was played, the verdict of a duel, and
    what the matches are worth as evidence."""
    cautions: Sequence[str]
    """Warnings in sentences: bots that mostly failed, ratings that do not compare or have not
    settled, and a tournament that is not over."""
    conditions: Sequence[about.Condition]
    bots: Sequence[about.BotSummary]
    has_teams: bool
    """Whether teams of a cooperative game are compared."""
    about_boards: str
    """Sentences about what boards and blocks are in this tournament."""
    table: StandingsTable
    growth: Sequence[Point] = ()
    """The ratings after growing numbers of boards; empty where there is nothing to draw."""
    causes: Sequence[FaultGroup] = ()
    """The faults to list, by entrant, the most frequent ones first."""
    times: Mapping[str, Times] = field(default_factory=dict)
    """By entrant: the time that its decisions took; measured, so it differs from run to run."""
    models: Sequence[ModelUsage] = ()
    """The tokens and costs of each language model; measured, so they differ from run to run."""
    replays: Sequence[MatchReplay] = ()
    replays_left_out: int = 0
    """How many of the chosen matches are not replayed, to keep the page small enough."""
    secret_boards: int = 0
    """How many boards have results but may not be shown, as matches on them are still to come."""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a page: one tournament, or all divisions of a competition."""

    name: str
    divisions: Mapping[str, TournamentContent]
    """The tournaments by division; under "" where there are no divisions."""
    overall: Sequence[OverallLine]
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
    note: TellStep = lambda _: None,
) -> PageContent:
    """The content of a report; in two runs of the same matches only measured figures differ.

    `divisions` has the definitions by division, or one under "". `replays` is the most matches to
    replay, shared out evenly among the divisions. The seed is shown only with `with_seed`, and
    when no tournament of the data folder can still play with it. Raises UserError when the data
    folder cannot be read.
    """
    note("the table")
    stands = {key: stand(store, each) for key, each in divisions.items()}
    sheets = {key: Sheet.of(each, stands[key]) for key, each in divisions.items()}
    # The cards of all boards follow from the seed, also in other divisions with the same seed.
    with_seed = with_seed and all(sheet.complete for sheet in sheets.values())
    open_boards = OpenBoards(store)
    # Any tournament of the data folder, also outside of this report, may still play with the seed.
    with_seed = with_seed and not any(
        open_boards.is_seed_in_use(each.seed) for each in divisions.values()
    )
    # All divisions are on one page, so they share its limits.
    limits = _ReplayLimits(replays // len(sheets), MOST_LETTERS // len(sheets))
    contents = {
        key: _content(
            store, sheet, stands[key].results, open_boards, limits, note, with_seed=with_seed
        )
        for key, sheet in sheets.items()
    }
    tables = {key: sheet.table for key, sheet in sheets.items()}
    games = {each.game for each in divisions.values()}
    lines = [] if "" in sheets else overall(tables)
    return PageContent(name, contents, lines, _rules(sorted(games)))


@dataclass(frozen=True, slots=True)
class _ReplayLimits:
    """How much a page may have of the replays of one tournament."""

    matches: int
    """The most matches that are replayed."""
    letters: int
    """The most characters of HTML of all these matches."""


def _rules(games: Sequence[str]) -> dict[str, str]:
    """The rules by title; a game of another package may come without a page of rules."""
    pages = {}
    for game in games:
        with suppress(UserError):
            pages[GAMES[game].title] = rules(game)
    return pages


def _content(
    store: Store,
    sheet: Sheet,
    results: Mapping[str, MatchResult],
    open_boards: OpenBoards,
    limits: _ReplayLimits,
    note: TellStep,
    *,
    with_seed: bool,
) -> TournamentContent:
    definition, schedule, counted = sheet.definition, sheet.schedule, sheet.counted
    points = []
    if sheet.rated:
        note_point = partial(note, "ratings after fewer boards")
        points = growth(definition.entrants, counted, sheet.table, note_point)
    note("times")
    spent = times(decision_times(store.records(definition.name)))
    used = usage(store.records(definition.name)) if definition.models else {}
    # Also by the results of this report: `open_boards` may know of matches that were saved since.
    secret = secret_boards(schedule.fixtures, results)
    secret |= {*open_boards.closed(definition.name).secret}
    chosen = choose(schedule.fixtures, results, secret, limits.matches)
    # Read one by one, since all records together may take more memory than the page.
    shown = []
    records = (store.record(each.id) for each in chosen)
    for match in match_replays(records, limits.letters):
        shown.append(match)
        note(f"replay {len(shown)} of {len(chosen)}")
    # With `secret`, since what a bot printed may name cards of a board that is still played.
    faults = fault_groups(store.records(definition.name, faulty=True), secret)
    has_teams = any(each.block.teams for each in schedule.fixtures)
    begun = {each.block.board for each in schedule.fixtures if each.id in results}
    return TournamentContent(
        name=definition.name,
        title=about.title(sheet),
        progress=[
            *table_in_words(sheet),
            progress_in_words(sheet),
            *_verdict(definition, counted),
            *evidence_in_words(sheet),
        ],
        cautions=[
            *(f"{each.sentence()}." for each in failures(sheet.table, counted, faults)),
            *about.cautions(sheet),
        ],
        conditions=about.conditions(sheet, with_seed=with_seed),
        bots=about.bots(definition.bots),
        has_teams=has_teams,
        about_boards=about.boards(definition.deals, has_teams=has_teams),
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
