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
        float | None, typer.Option(min=0, help="stop after this many seconds")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="stop after this many games")] = None,
    game: Annotated[str | None, typer.Option(help="only the game with this id")] = None,
    seed: Annotated[
        str, typer.Option(help="the seed of the games: another seed gives other games")
    ] = "soak",
    first: Annotated[int, typer.Option(min=0, help="the number of the first game")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="worker processes")] = 1,
) -> None:
    """Play random games of every variant, and check all that is promised of them.

    The checks are about rules, notation, copies, conservation of cards, secrets and replays.
    Without --seconds and --games they go on until Ctrl-C, which leads to exit code 130. The first
    violation ends them with exit code 1 and a sentence that says how to see it again.
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
    """Play the games; returns their summary, and False when Ctrl-C ended them.

    True means that all games were played, the time was up, or there was a violation.
    """
    summary, start = SoakSummary(soaked), monotonic()
    with (
        interruptible() as interrupted,
        watch(err) as watched,
        closing(reports(soaked, numbers, jobs)) as results,
    ):
        for report in results:
            # Several processes report None when no game has ended for a moment, so that Ctrl-C and
            # the end of the time are noticed.
            if report:
                summary.add(report)
                watched.note(summary)
            if interrupted:
                return summary, False
            if summary.violation or (seconds is not None and monotonic() - start >= seconds):
                break
    return summary, True


def _sentence(soaked: Soak, result: SoakResult, game: str | None) -> str:
    # With the same --game, on which it depends what game a number stands for.
    only = ("--game", game) if game else ()
    where = ("--seed", soaked.seed, "--first", result.number, "--games", 1)
    return f"{result.violation}; to see it again: {again('soak', *only, *where)}"
