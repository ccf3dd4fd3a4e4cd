"""The tournament in words: what was played, by whom, under which conditions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.games.registry import GAMES
from referee.version import STYCH
from tournaments.formats import ADAPTIVE
from tournaments.present.terminal.table import Sheet

Line = tuple[str, str]
"""What it is about, and what there is to say."""

FORMATS: Final[Mapping[str, str]] = {
    "round-robin": "every board is played by every group of entrants in all seatings",
    "rounds": "on every board the entrants part into groups anew, and each plays all seatings",
    "gauntlet": "the hero meets all others on every board",
    "swiss": "in every round those meet who stand close to each other and have not met yet",
    "ladder": "those meet whose skill is about the same; newcomers may join at any time",
    "duel": "two versions meet until it is decided whether the new one is better",
    "self-play": "a bot holds all the seats of its team; teams are compared by their points on the"
    " same boards",
    "mixed-teams": "teams of different bots, drawn anew for every board, are compared by their"
    " points on it; a match that a partner lost by a fault does not count",
    "all-teams": "every board is played by every team of different bots, and rates its bots by the"
    " mean of their teams; a match that a partner lost by a fault does not count",
}
_DEALS: Final[Mapping[str, str]] = {
    "duplicate": "the matches of a block have the same cards",
    "independent": "every match has cards of its own",
    "board": "all who play a board have the same cards",
}
_STAYS_OPEN: Final = "ladder"
"""The format whose boards are played on by whoever joins."""


@dataclass(frozen=True, slots=True)
class BotSummary:
    """An entrant and the program that it is."""

    entrant: str
    bot: str
    version: str
    digest: str
    """Of its files, the beginning."""


def title(sheet: Sheet) -> str:
    """The game with its options."""
    values = sheet.definition.values
    game = GAMES[values["game"]].title if values["game"] in GAMES else values["game"]
    return ", ".join([game, *_options(values["options"])])


def progress(sheet: Sheet) -> str:
    """How far it has come."""
    table, values = sheet.table, sheet.definition.values
    adaptive = values["format"] in ADAPTIVE or values.get("resolved")
    known = " known so far" if adaptive and not sheet.schedule.finished else ""
    blocks = f"{table.blocks} whole block{'s' * (table.blocks != 1)}"
    counted = f"{table.matches} of {sheet.total} matches{known} count, in {blocks}"
    left = table.partial_blocks
    unfinished = f"; {left} unfinished block{'s' * (left != 1)} left out" * bool(left)
    return f"{counted}{unfinished}."


def conditions(sheet: Sheet, *, with_seed: bool) -> list[Line]:
    """The definition of the tournament, line by line."""
    values = sheet.definition.values
    return [
        ("Game", f"{title(sheet)} ({values['game']}, rules {values.get('rules_version', '?')})"),
        ("Format", f"{values['format']}: {FORMATS.get(values['format'], '')}"),
        *_more_of_format(values),
        ("Boards", f"{values['boards']}{_boards_are(values['format'])}"),
        ("Deals", _DEALS[sheet.definition.deals]),
        ("Seed", _seed(sheet, with_seed=with_seed)),
        ("Clocks", _clocks(values.get("conduct", {}))),
        ("Processes", _processes(fresh=bool(values.get("fresh_processes")))),
        ("Software", f"stych {STYCH} made this page"),
    ]


def bots(entrants: Mapping[str, Mapping[str, Any]]) -> list[BotSummary]:
    """Which program each entrant is, in order of names."""
    return [
        BotSummary(name, _program(bot), bot.get("version", ""), bot.get("digest", "")[:12])
        for name, bot in sorted(entrants.items())
    ]


def _program(bot: Mapping[str, Any]) -> str:
    return "remote" if bot.get("remote") else str(bot.get("bot", ""))


def cautions(sheet: Sheet) -> Iterator[str]:
    """What keeps the ratings from being what they look like."""
    if not sheet.table.connected and sheet.table.matches:
        yield "Not all bots have met, directly or through others: their ratings do not compare."
    if sheet.table.last_change > _SETTLED:
        yield "The ratings have not quite settled: the last digits may not be right."
    if not sheet.complete:
        yield "The tournament is not over: this table is what it amounts to so far."


_SETTLED = 1e-4


def _options(options: Mapping[str, Any]) -> list[str]:
    return [f"{key.replace('_', ' ')} {_plain(value)}" for key, value in options.items()]


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _more_of_format(values: Mapping[str, Any]) -> Sequence[Line]:
    words = {
        "hero": ("Hero", "{}"),
        "rounds": ("Rounds", "{}"),
        "resolved": ("Ends", "early when the whole ranking is right with probability {}"),
        "better_by": ("Gain that matters", "{} of the points"),
    }
    return [
        (head, told.format(values[key])) for key, (head, told) in words.items() if values.get(key)
    ]


def _boards_are(format_: str) -> str:
    return {"swiss": " for each pairing", "ladder": " blocks of each entrant"}.get(format_, "")


def _seed(sheet: Sheet, *, with_seed: bool) -> str:
    """A secret as long as anything can still be played with it."""
    if not sheet.complete:
        return "a secret until all is over"
    if not with_seed or sheet.definition.values["format"] == _STAYS_OPEN:
        return "kept a secret, so that more can be played"
    return str(sheet.definition.values["seed"])


def _clocks(conduct: Mapping[str, Any]) -> str:
    words = {
        "decision_ms": "{} ms for each decision",
        "bank_ms": "{} ms in reserve for a match",
        "grace_ms": "{} ms on top for transport",
        "strikes": "slips forgiven in a match: {}",
        "start_ms": "{} ms to start",
        "faults_in_a_row": "{} faulty matches in a row withdraw a bot",
    }
    told = [text.format(conduct[key]) for key, text in words.items() if key in conduct]
    return ", ".join(told)


def _processes(*, fresh: bool) -> str:
    return (
        "a new one of each bot for every match"
        if fresh
        else "each bot's lives on from match to match"
    )
