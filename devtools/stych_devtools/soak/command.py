"""The command `stych soak`: random games of all variants, with every invariant checked."""

from contextlib import closing
from time import monotonic
from typing import Annotated

import typer

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.testing.soak import Soak, SoakResult
from stych_devtools.selfplay.command import checked_seed
from stych_devtools.soak.screen import SoakSummary, watch
from stych_devtools.soak.workers import endless, reports
from tournaments.commands.console import again, err, interruptible, out, say


def soak(
    seconds: Annotated[
        float | None, typer.Option(min=0, help="stop after so long; else Ctrl-C stops it")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="stop after so many games")] = None,
    game: Annotated[str | None, typer.Option(help="only the game with this id")] = None,
    seed: Annotated[str, typer.Option(help="another seed, other games")] = "soak",
    first: Annotated[int, typer.Option(min=0, help="the number of the first game")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="worker processes")] = 1,
) -> None:
    """Play random games of every variant and check all that is promised of them.

    Millions of random moves over all games and all their options: rules, notation, copies,
    conservation of cards, secrets, replay. The first violation ends it with exit code 1 and a
    sentence that says how to see it again.
    """
    if game is not None and game not in GAMES:
        raise UserError(f"the games are {', '.join(sorted(GAMES))}; received {game!r}")
    soaked = Soak(checked_seed(seed), (game,) if game else tuple(GAMES))
    numbers = endless(first) if games is None else range(first, first + games)
    summary, done = _run(soaked, numbers, jobs, seconds)
    out.print(summary.table())
    if summary.violation:
        say(err, f"stych: {_sentence(soaked, summary.violation, game)}")
        raise typer.Exit(1)
    say(out, f"No violation in {summary.all.decisions:,} decisions.")
    if not done:
        raise typer.Exit(130)


def _run(
    soaked: Soak, numbers: range, jobs: int, seconds: float | None
) -> tuple[SoakSummary, bool]:
    """Play the games. False when Ctrl-C ended it.

    True when all games were played, the time was up, or there was a violation.
    """
    summary, start = SoakSummary(soaked), monotonic()
    with (
        interruptible() as interrupted,
        watch(err) as watched,
        closing(reports(soaked, numbers, jobs)) as coming,
    ):
        for report in coming:
            # A report is None when no game has ended for a moment, so that the end of the time and
            # Ctrl-C are noticed.
            if report:
                summary.add(report)
                watched.note(summary)
            if interrupted:
                return summary, False
            if summary.violation or (seconds is not None and monotonic() - start >= seconds):
                break
    return summary, True


def _sentence(soaked: Soak, result: SoakResult, game: str | None) -> str:
    # With the same --game: which game a number stands for depends on the games that are played.
    only = ("--game", game) if game else ()
    where = ("--seed", soaked.seed, "--first", result.number, "--games", 1)
    return f"{result.violation}; to see it again: {again('soak', *only, *where)}"
