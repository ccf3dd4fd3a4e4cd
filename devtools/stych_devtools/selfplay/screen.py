"""The figures of self-play, for the terminal and as JSON."""

import json
from math import isnan

from rich.console import Group, RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from stych_devtools.selfplay.series import SelfPlay
from stych_devtools.selfplay.tally import Tally

_HEADS = ("", "mean", "± s.e.", "sd", "least", "most", "N")


def as_json(played: SelfPlay, bot: str) -> str:
    """The text of one JSON object. Shares are from 0 to 1; a number that is not known is null."""
    return json.dumps(
        {
            "game": played.game.id,
            "options": played.game.options.model_dump(),
            "bot": bot,
            "seed": played.seed,
            "games": played.games,
            "figures": [
                {"figure": name, "share": name in played.shares, **_numbers(tally)}
                for name, tally in played.figures.items()
            ],
            "distributions": [
                {
                    "figure": name,
                    "N": spread.shares[0].values,
                    "shares": [
                        {"value": value, "mean": tally.mean, "error": _or_none(tally.error)}
                        for value, tally in zip(spread.values, spread.shares, strict=True)
                    ],
                }
                for name, spread in played.distributions.items()
            ],
        },
        indent=2,
    )


def _numbers(tally: Tally) -> dict[str, float | None]:
    return {
        "mean": _or_none(tally.mean),
        "error": _or_none(tally.error),
        "sd": _or_none(tally.spread),
        "least": tally.least,
        "most": tally.most,
        "N": tally.values,
    }


def _or_none(number: float) -> float | None:
    # JSON has no nan, which stands for a figure that so few games do not have.
    return None if isnan(number) else number


def as_rich(played: SelfPlay, bot: str) -> RenderableType:
    """The figures as tables, under a line that says what was played."""
    options = "".join(f", {key} {value}" for key, value in played.game.options.model_dump().items())
    title = f"{played.game.id}{options}: {played.games} games of {bot} in every seat"
    return Group(
        Text(title, style="bold"),
        _figures(played),
        *(_distribution(played, name) for name in played.distributions),
    )


def _figures(played: SelfPlay) -> BareTable:
    shown = BareTable()
    for head in _HEADS:
        shown.add_column(head, justify="right" if head else "left", no_wrap=bool(head))
    for name, tally in played.figures.items():
        shown.add_row(name, *_cells(tally, share=name in played.shares), str(tally.values))
    return shown


def _cells(tally: Tally, *, share: bool) -> tuple[str, ...]:
    # The other columns would say nothing of facts that count as 0 or 1.
    if share:
        return f"{100 * tally.mean:.3f} %", f"{_text(100 * tally.error)} %", "", "", ""
    numbers = (tally.mean, tally.error, tally.spread)
    return (*map(_text, numbers), str(tally.least), str(tally.most))


def _text(number: float) -> str:
    return "·" if isnan(number) else f"{number:.3f}"


def _distribution(played: SelfPlay, name: str) -> RenderableType:
    spread = played.distributions[name]
    shown = BareTable()
    for head in (name, "%", "± s.e."):
        shown.add_column(head, justify="right")
    for value, tally in zip(spread.values, spread.shares, strict=True):
        shown.add_row(str(value), f"{100 * tally.mean:.3f}", _text(100 * tally.error))
    return Group(Text(), shown, Text(f"N = {spread.shares[0].values}"))
