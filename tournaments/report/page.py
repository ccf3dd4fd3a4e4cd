"""The page: a template filled in, its style and script inside, and nothing from anywhere else."""

import base64
import hashlib
from collections import Counter
from functools import cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from tournaments.report.charts import intervals, seats
from tournaments.report.columns import percent, shown_columns
from tournaments.report.content import Content
from tournaments.report.curves import NAMED as NAMED_CURVES
from tournaments.report.curves import curves
from tournaments.report.faults import CAUSES
from tournaments.report.heat import NAMED as NAMED_COLUMNS
from tournaments.report.heat import heat_map
from tournaments.report.markup import safe

_FILES = ("page.html", "table.html", "cross.html", "faults.html", "replays.html", "about.html")


def render(content: Content) -> str:
    """The whole page as HTML; the same for the same content, to the byte."""
    standings = content.standings
    seats_ = [_seat(each) for each in content.table.get("seats", ())]
    style, script = _part("style.css"), _part("script.js")
    return (
        _templates()
        .get_template("page.html")
        .render(
            content=content,
            columns=shown_columns(standings),
            rows=standings,
            intervals=intervals(standings) if content.table["cross"] else "",
            heat=heat_map(standings, content.table["cross"]),
            named_columns=len(standings) <= NAMED_COLUMNS,
            curves=curves(content.growth, [each["entrant"] for each in standings])
            if content.growth
            else "",
            named_curves=NAMED_CURVES,
            seats=seats(seats_) if seats_ else "",
            policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)};"
            " base-uri 'none'; form-action 'none'",
            style=style,
            script=script,
            numbers={each["entrant"]: number for number, each in enumerate(standings)},
            replayed={each.id for each in content.replays},
            causes_cut=CAUSES if _many(content) else 0,
            percent=percent,
        )
    )


def _many(content: Content) -> bool:
    """Whether there may be causes that are not listed."""
    return max(Counter(cause.entrant for cause in content.causes).values(), default=0) >= CAUSES


def _seat(share: object) -> dict[str, float]:
    """A seat's share, with an interval where the table knows one."""
    if isinstance(share, dict):
        return share
    return {"share": float(str(share))}


@cache
def _templates() -> Environment:
    """Everything is escaped: names and texts come from bots."""
    return Environment(
        loader=DictLoader({name: str(_part(name)) for name in _FILES}),
        autoescape=True,
        finalize=safe,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _part(name: str) -> Markup:
    """A file of ours."""
    text = files("tournaments.report").joinpath("templates", name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704


def _hash(part: Markup) -> str:
    """By which the policy of the page knows what is inside it."""
    digest = hashlib.sha256(part.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
