"""Reads the command line up to the cursor: which parameter comes next, and which were given.

The commands and their parameters are taken from the table (completing/table.json).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Node: TypeAlias = Mapping[str, Any]
"""A command of the table: its help, options, arguments and subcommands."""

_END_OF_OPTIONS: Final = "--"
"""The word after which every word is an argument, also one that begins with a hyphen."""


@dataclass
class Line:
    """A command line, read word by word as the command itself would read it."""

    node: Node
    """The last command named on the line; at first the command `stych`."""
    path: str = ""
    """The names of that command and of its groups, such as `record show`; "" for `stych` itself."""
    values: dict[str, list[str]] = field(default_factory=dict)
    """The values given so far, by the name of the parameter in the table: `data`, not `--data`."""
    used: set[str] = field(default_factory=set)
    """Options of the last command that were given and may be given only once, in all spellings."""
    waiting: Mapping[str, Any] | None = None
    """The option whose value comes next; None when the last word was no such option."""
    unknown: bool = False
    """Whether the line names a command that does not exist, so that nothing can be offered."""
    _given: int = 0
    """The number of arguments given so far."""
    _ended: bool = False
    """Whether `--` was read."""

    def read(self, words: Iterable[str]) -> None:
        """Read the complete words before the cursor, in order; to be called once."""
        for word in words:
            if self.waiting is not None:
                self._add_value(self.waiting["name"], word)
                self.waiting = None
            elif word == _END_OF_OPTIONS and not self._ended:
                self._ended = True
            elif self.begins_option(word):
                self._read_option(word)
            elif self.node["commands"]:
                self._read_command(word)
            else:
                if argument := self.argument():
                    self._add_value(argument["name"], word)
                self._given += 1

    def begins_option(self, word: str) -> bool:
        """Whether `word`, which may be incomplete, would be an option at this place."""
        return word.startswith("-") and not self._ended

    def option(self, spelling: str) -> Mapping[str, Any] | None:
        """The option of the last command that is written `spelling`; None when there is none."""
        return next((each for each in self.options() if spelling in each["names"]), None)

    def options(self) -> Sequence[Mapping[str, Any]]:
        """The options of the last command."""
        options: Sequence[Mapping[str, Any]] = self.node["options"]
        return options

    def argument(self) -> Mapping[str, Any] | None:
        """The argument that comes next; None when all were given.

        A last argument that may be repeated always comes next again.
        """
        arguments: Sequence[Mapping[str, Any]] = self.node["arguments"]
        if self._given < len(arguments):
            return arguments[self._given]
        return arguments[-1] if arguments and arguments[-1]["many"] else None

    def _add_value(self, name: str, word: str) -> None:
        self.values.setdefault(name, []).append(word)

    def _read_option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        option = self.option(name)
        if option is None:
            return
        # An option that may be repeated is offered again after it was given.
        if not option["many"]:
            self.used.update(option["names"])
        if option["flag"]:
            return
        if equals:
            self._add_value(option["name"], value)
        else:
            self.waiting = option

    def _read_command(self, name: str) -> None:
        if name not in self.node["commands"]:
            self.unknown = True
            return
        self.node = self.node["commands"][name]
        self.path = f"{self.path} {name}".strip()
        # A subcommand may have an option of the same name as its group: they are different options.
        self.used.clear()
