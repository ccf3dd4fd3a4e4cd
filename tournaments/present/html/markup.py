"""Markup that is safe by how it is made: whatever is not markup yet is escaped.

Names, messages and outputs of bots all come through here.
"""

from markupsafe import Markup, escape

from referee.text import printable


def safe(value: object) -> Markup:
    """The value as HTML text or as an attribute, without characters that steer anything."""
    # Escaping leaves control characters, which `printable` takes out.
    return value if isinstance(value, Markup) else escape(printable(str(value)))


def element(tag: str, *children: object, **attributes: object) -> Markup:
    """`<tag attributes>children</tag>`; `_` in a name stands for `-`, and at its end for nothing.

    Attributes that are None or False are left out; True stands for the bare name.
    """
    shown = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{safe(value)}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{tag}{shown}>{joined(children)}</{tag}>")  # noqa: S704  all parts are safe


def joined(parts: "tuple[object, ...] | list[Markup]") -> Markup:
    """The parts one after another, each escaped unless it is markup."""
    return Markup("").join(safe(part) for part in parts)
