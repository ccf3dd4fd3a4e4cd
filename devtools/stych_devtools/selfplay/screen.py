"""The figures of self-play, for the terminal and as JSON."""

import json
from math import isnan

from rich.console import Group, RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from stych_devtools.selfplay.series import SelfPlay
from stych_devtools.selfplay.tally import Tally

_HEADS = ("", "mean", "± s.e.", "sd", "least", "most", "N")


def as_json(series: SelfPlay, bot: str) -> str:
    """The text of one JSON object. Shares are from 0 to 1; a number that is unknown is null."""
    return json.dumps(
        {
            "game": series.game.id,
            "options": series.game.options.model_dump(),
            "bot": bot,
            "seed": series.seed,
            "games": series.games,
            "figures": [
                {"figure": name, "share": name in series.shares, **_numbers(tally)}
                for name, tally in series.figures.items()
            ],
            "distributions": [
                {
                    "figure": name,
                    "N": distribution.shares[0].values,
                    "shares": [
                        {
                            "value": value,
                            "mean": _or_none(tally.mean),
                            "error": _or_none(tally.error),
                        }
                        for value, tally in zip(
                            distribution.values, distribution.shares, strict=True
                        )
                    ],
                }
                for name, distribution in series.distributions.items()
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
    # JSON has no nan, which stands for a number for which there are too few games or values.
    return None if isnan(number) else number


def as_rich(series: SelfPlay, bot: str) -> RenderableType:
    """The figures as tables, under a line that says what was played."""
    options = "".join(f", {key} {value}" for key, value in series.game.options.model_dump().items())
    title = f"{series.game.id}{options}: {series.games} games of {bot} in every seat"
    return Group(
        Text(title, style="bold"),
        _figures(series),
        *(_distribution(series, name) for name in series.distributions),
    )


def _figures(series: SelfPlay) -> BareTable:
    shown = BareTable()
    for head in _HEADS:
        shown.add_column(head, justify="right" if head else "left", no_wrap=bool(head))
    for name, tally in series.figures.items():
        shown.add_row(name, *_cells(tally, share=name in series.shares), str(tally.values))
    return shown


def _cells(tally: Tally, *, share: bool) -> tuple[str, ...]:
    # The other columns say nothing where every value is 0 or 1.
    if share:
        return f"{_text(100 * tally.mean)} %", f"{_text(100 * tally.error)} %", "", "", ""
    numbers = (tally.mean, tally.error, tally.spread)
    least, most = ("·" if each is None else str(each) for each in (tally.least, tally.most))
    return (*map(_text, numbers), least, most)


def _text(number: float) -> str:
    return "·" if isnan(number) else f"{number:.3f}"


def _distribution(series: SelfPlay, name: str) -> RenderableType:
    distribution = series.distributions[name]
    shown = BareTable()
    for head in (name, "%", "± s.e."):
        shown.add_column(head, justify="right")
    for value, tally in zip(distribution.values, distribution.shares, strict=True):
        shown.add_row(str(value), _text(100 * tally.mean), _text(100 * tally.error))
    return Group(Text(), shown, Text(f"N = {distribution.shares[0].values}"))
