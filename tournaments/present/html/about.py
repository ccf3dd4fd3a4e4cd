"""The tournament in words: what was played, by whom, under which conditions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.games.registry import GAMES
from referee.version import STYCH
from tournaments.config.definition import Definition, EnteredBot
from tournaments.core.dealing import Deals
from tournaments.present.duel_evidence import gain
from tournaments.present.sheet import Sheet, unconnected_in_words
from tournaments.ratings.rating import CLOSE_ENOUGH

Condition = tuple[str, str]
"""A heading and the text below it."""

_DEALS: Final[Mapping[str, str]] = {
    "duplicate": "the matches of a block have the same cards",
    "independent": "every match has cards of its own",
    "board": "all who play a board have the same cards",
}


@dataclass(frozen=True, slots=True)
class BotSummary:
    """An entrant and the bot that plays under its name."""

    entrant: str
    bot: str
    version: str
    digest: str
    """The first 12 digits of the bot's digest, which are enough to tell bots apart."""


def title(sheet: Sheet) -> str:
    """The title of the game and all of its options, as one line."""
    definition = sheet.definition
    # The game of another package may not be installed any more; then its id is shown.
    game = GAMES[definition.game].title if definition.game in GAMES else definition.game
    return ", ".join([game, *_options(definition.options)])


def conditions(sheet: Sheet, *, with_seed: bool) -> list[Condition]:
    """The conditions of the tournament; `with_seed` lets its seed be shown when all is over."""
    definition = sheet.definition
    return [
        ("Game", f"{title(sheet)} ({definition.game}, rules {definition.rules_version})"),
        ("Format", f"{definition.format.name}: {definition.format.text}"),
        *_more_of_format(definition),
        ("Boards", f"{definition.boards}{definition.format.boards_are}"),
        ("Deals", _DEALS[definition.deals]),
        ("Seed", _seed(sheet, with_seed=with_seed)),
        ("Clocks", _clocks(definition.conduct)),
        ("Processes", _processes(fresh=definition.fresh_processes)),
        ("Software", f"stych {STYCH} made this page"),
    ]


def boards(deals: Deals, *, has_teams: bool) -> str:
    """Sentences about what a board and a block are, and what a block evens out.

    `has_teams` says whether teams of a cooperative game are compared.
    """
    if has_teams:
        cards = "each with cards of its own" if deals == "independent" else "on the same cards"
        return (
            f"On a board several teams play, each by itself and {cards}, and are compared by their"
            " points: their matches are a block."
        )
    block = "On a board the same bots play in all seatings: these matches are a block."
    if deals == "independent":
        evened = "Seats even out in a block, luck only over many blocks."
        return f"{block} Each has cards of its own. {evened}"
    return f"{block} They have the same cards, so that luck and seats even out."


def bots(entrants: Mapping[str, EnteredBot]) -> list[BotSummary]:
    """The bot of each entrant, in the order of the entrants."""
    return [
        BotSummary(name, "remote" if bot.remote else bot.bot, bot.version, bot.digest[:12])
        for name, bot in entrants.items()
    ]


def cautions(sheet: Sheet) -> Iterator[str]:
    """Sentences about why the ratings may be worth less than they seem to be."""
    yield from unconnected_in_words(sheet.table)
    # Then the limit on the number of sweeps was reached before the ratings settled.
    if sheet.table.last_change > CLOSE_ENOUGH:
        yield "The ratings have not quite settled: the last digits may not be right."
    if not sheet.complete:
        yield "The tournament is not over: this is its table so far."


def _options(options: Mapping[str, Any]) -> list[str]:
    return [f"{key.replace('_', ' ')} {_plain(value)}" for key, value in options.items()]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _more_of_format(definition: Definition) -> list[Condition]:
    # Heading, value and text; lines whose value is None, 0 or empty are left out.
    lines: list[tuple[str, object, str]] = [
        ("Hero", definition.hero, "{}"),
        ("Rounds", definition.chosen_rounds, "{}"),
        ("Ends", definition.resolved, "early when the whole ranking is right with probability {}"),
        ("Gain that matters", definition.sprt and gain(definition.sprt), "{}"),
        (
            "Error",
            definition.sprt and 100 * definition.sprt.error,
            "{:g} % for either wrong decision",
        ),
    ]
    return [(head, words.format(value)) for head, value, words in lines if value]


def _seed(sheet: Sheet, *, with_seed: bool) -> str:
    """The seed, or that it is a secret, since matches can still be played with it."""
    if not sheet.complete:
        return "a secret until all is over"
    if not with_seed or sheet.definition.format.stays_open:
        return "kept a secret, so that more can be played"
    return sheet.definition.seed


def _clocks(conduct: Mapping[str, Any]) -> str:
    words = {
        "decision_ms": "{} ms for each decision",
        "bank_ms": "{} ms in reserve for a match",
        "grace_ms": "{} ms on top for transport",
        "strikes": "slips forgiven in a match: {}",
        "start_ms": "{} ms to start",
        "faults_in_a_row": "{} faulty matches in a row withdraw a bot",
    }
    # Definitions of earlier versions may lack some of the keys.
    clauses = [text.format(conduct[key]) for key, text in words.items() if key in conduct]
    return ", ".join(clauses)


def _processes(*, fresh: bool) -> str:
    return (
        "a new one of each bot for every match"
        if fresh
        else "a process of a bot plays many matches"
    )
