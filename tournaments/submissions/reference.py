"""How a stored bot is named: NAME@N, or NAME@latest."""

import re
from dataclasses import dataclass
from typing import Self

from referee.errors import UserError

# The name as in bot.toml. A number has at most nine digits, so that it fits into 32 bits.
_STORED = re.compile(r"([a-z0-9][a-z0-9._-]{0,39})@(latest|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Reference:
    """The name of a version of a stored bot; whether it is stored is not known."""

    name: str
    number: int | None
    """The number of the version, from 1; None for the latest version."""

    def __str__(self) -> str:
        return f"{self.name}@{self.number or 'latest'}"

    @classmethod
    def of(cls, text: str) -> Self | None:
        """The reference in the text; None for a text that has no @ or has a slash, such as a path.

        Raises UserError for any other text that is not NAME@N or NAME@latest.
        """
        if "@" not in text or "/" in text:
            return None
        matched = _STORED.fullmatch(text)
        if not matched:
            raise UserError(
                "a stored bot is written NAME@N or NAME@latest, such as thumb@2, and a folder with"
                f" an @ in its name with a slash, such as ./{text}; received {text!r}"
            )
        name, number = matched.groups()
        return cls(name, None if number == "latest" else int(number))
