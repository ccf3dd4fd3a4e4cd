"""How a stored bot is named: NAME@N, or NAME@latest."""

import re
from dataclasses import dataclass
from typing import Self

from referee.errors import UserError

# The name as in bot.toml; a number has at most nine digits, which any language's integers hold.
_STORED = re.compile(r"([a-z0-9][a-z0-9._-]{0,39})@(latest|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Reference:
    """A version of a stored bot."""

    name: str
    number: int | None
    """From 1; None stands for the latest one."""

    def __str__(self) -> str:
        return f"{self.name}@{self.number or 'latest'}"

    @classmethod
    def of(cls, text: str) -> Self | None:
        """The version that the text names; None for a path: without an @, or with a slash.

        Raises UserError for what looks like a version and is none.
        """
        if "@" not in text or "/" in text:
            return None
        found = _STORED.fullmatch(text)
        if not found:
            raise UserError(
                "a stored bot is written NAME@N or NAME@latest, such as thumb@2, and a folder with"
                f" an @ in its name with a slash, such as ./{text}; received {text!r}"
            )
        name, number = found.groups()
        return cls(name, None if number == "latest" else int(number))
