"""Makes markup that is safe: every value that is not `Markup` already is escaped.

Names, messages and outputs of bots all come through here.
"""

from markupsafe import Markup, escape

from referee.text import printable


def safe(value: object) -> Markup:
    """The value as HTML text or attribute, escaped, without control characters but line feeds.

    `Markup` is returned as it is.
    """
    # Escaping would leave control characters as they are, so `printable` replaces them.
    return value if isinstance(value, Markup) else escape(printable(str(value)))


def element(tag: str, *children: object, **attributes: object) -> Markup:
    """The element `<tag attributes>children</tag>`; children and values are escaped.

    The tag and the names of attributes are not, so they must not come from a bot.

    In names of attributes `_` becomes `-`, and is dropped at the end (`class_`). Attributes that
    are None or False are left out; those that are True have a name and no value.
    """
    shown = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{safe(value)}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{tag}{shown}>{joined(children)}</{tag}>")  # noqa: S704  all parts are safe


def joined(parts: tuple[object, ...] | list[Markup]) -> Markup:
    """The parts one after another, each escaped unless it is markup."""
    return Markup("").join(safe(part) for part in parts)
