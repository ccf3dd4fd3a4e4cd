"""Renders the HTML page of a report from its templates.

The style sheet and the script are inside the page, so it loads nothing.
"""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from tournaments.present.columns import IDENTITY, OVERALL_RATING
from tournaments.present.figures import percent, two_digits
from tournaments.present.html.content import PageContent
from tournaments.present.html.heat import SHADES
from tournaments.present.html.markup import safe
from tournaments.present.html.rules import as_html
from tournaments.present.html.section import make_section
from tournaments.present.in_words import overall_in_words
from tournaments.present.model_columns import MODELS

_TEMPLATES = (
    "page.html",
    "scrolled.html",
    "overall.html",
    "division.html",
    "table.html",
    "models.html",
    "times.html",
    "cross.html",
    "faults.html",
    "replays.html",
    "about.html",
    "rules.html",
)


def render(report: PageContent) -> str:
    """The whole page as HTML; equal reports give equal pages."""
    style, script = _file("style.css"), _file("script.js")
    page = _templates().get_template("page.html")
    divisions = enumerate(report.divisions.items())
    return page.render(
        report=report,
        sections=[make_section(number, name, content) for number, (name, content) in divisions],
        overall=report.overall,
        overall_in_words=overall_in_words(report.overall),
        overall_columns=OVERALL_RATING,
        identity=IDENTITY,
        model_columns=MODELS,
        shades=range(SHADES),
        policy=_policy(style, script),
        style=style,
        script=script,
        as_html=as_html,
        percent=percent,
        two_digits=two_digits,
    )


@cache
def _templates() -> Environment:
    """The templates; they escape all values that are no markup, since many come from bots."""
    # StrictUndefined: a misspelt name in a template is an error and not an empty text.
    return Environment(
        loader=DictLoader({name: str(_file(name)) for name in _TEMPLATES}),
        autoescape=True,
        finalize=safe,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _file(name: str) -> Markup:
    """The text of a file in the folder `templates`, as markup that is not escaped."""
    text = files("tournaments.present.html").joinpath("templates", name).read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704  the files are ours


def _policy(style: Markup, script: Markup) -> str:
    """The Content-Security-Policy, which lets the page use this style and script and no more."""
    return (
        f"default-src 'none'; style-src {_csp_source(style)}; script-src {_csp_source(script)};"
        " base-uri 'none'; form-action 'none'"
    )


def _csp_source(part: Markup) -> str:
    """The expression by which a Content-Security-Policy allows just this style or script."""
    # So a browser would not run a script that a bot had managed to get into the page.
    digest = hashlib.sha256(part.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
