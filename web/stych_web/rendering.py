"""Makes pages from templates, which escape all values but markup: names may come from bots."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from referee.version import STYCH
from stych_web.drawn.cards import sheet
from stych_web.submitting.first_matches import is_first
from tournaments.core.words import how_many
from tournaments.present.columns import IDENTITY, used
from tournaments.present.figures import between, percent, two_digits
from tournaments.present.html.heat import MOST_NAMED_COLUMNS, SHADES
from tournaments.present.html.markup import safe

_PACKAGE: Final = "stych_web"
STATIC: Final = {
    "style.css": "text/css; charset=utf-8",
    "table.css": "text/css; charset=utf-8",
    "seat.css": "text/css; charset=utf-8",
    "stych.js": "text/javascript; charset=utf-8",
    "seat.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
"""The static files by name, with the content type of each."""


def render(template: str, **values: Any) -> str:
    """The page of this template, filled in with the values and with the globals of all templates.

    Raises ValueError for a value that has the name of a global.
    """
    environment = _environment()
    # Such a value would replace the global in the parts that all pages share, such as the footer.
    if taken := values.keys() & environment.globals.keys():
        raise ValueError(f"{template} is given what all pages have: {', '.join(sorted(taken))}")
    return environment.get_template(template).render(**values)


@cache
def static(name: str) -> bytes:
    """The contents of a file of `STATIC`."""
    return files(_PACKAGE).joinpath("static", name).read_bytes()


@cache
def static_url(name: str) -> Markup:
    """The address of a file of `STATIC`. It changes with the contents, so browsers may cache it."""
    digest = hashlib.sha256(static(name)).hexdigest()[:12]
    return Markup(f"/static/{name}?{digest}")  # noqa: S704  a name of ours and digits


def load_all() -> None:
    """Read all templates and static files now: later changes do not reach a running server."""
    environment = _environment()
    for template in environment.list_templates():
        environment.get_template(template)
    for name in STATIC:
        static(name)


def part(text: str) -> str:
    """The text quoted as one part of a path: a slash in it does not begin another part."""
    return quote(text, safe="")


@cache
def _environment() -> Environment:
    # StrictUndefined: a name that is misspelt in a template must not become an empty text.
    environment = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        finalize=safe,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # For texts in a path, which may have slashes and question marks in them.
    environment.filters["part"] = part
    environment.globals.update(
        static=static_url,
        sheet=sheet,
        identity=IDENTITY,
        shades=range(SHADES),
        named=MOST_NAMED_COLUMNS,
        between=between,
        percent=percent,
        two_digits=two_digits,
        used=used,
        how_many=how_many,
        is_first=is_first,
        software=STYCH,
    )
    return environment
