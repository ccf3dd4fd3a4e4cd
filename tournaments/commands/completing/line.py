"""The command line up to the cursor: which parameter stands there, and what stands before it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Node: TypeAlias = Mapping[str, Any]
"""A command of the table: its help, options, arguments, and the commands in it."""

_END_OF_OPTIONS: Final = "--"


@dataclass
class Line:
    """A command line, read word by word as the command itself would read it."""

    node: Node
    """The command that was named last."""
    path: str = ""
    """The names of that command and of those around it."""
    values: dict[str, list[str]] = field(default_factory=dict)
    """What was given, by the names of options and arguments."""
    used: set[str] = field(default_factory=set)
    """The options that were given to the command named last."""
    waiting: Mapping[str, Any] | None = None
    """The option of which the value comes next."""
    unknown: bool = False
    """Whether a command was named that there is not, so that nothing can be said of the rest."""
    _given: int = 0
    _ended: bool = False

    def read(self, words: Iterable[str]) -> None:
        """Take the words before the cursor in."""
        for word in words:
            if self.waiting is not None:
                self._note(self.waiting["name"], word)
                self.waiting = None
            elif word == _END_OF_OPTIONS and not self._ended:
                self._ended = True
            elif self.begins_option(word):
                self._option(word)
            elif self.node["commands"]:
                self._command(word)
            else:
                if argument := self.argument():
                    self._note(argument["name"], word)
                self._given += 1

    def begins_option(self, word: str) -> bool:
        """Whether a word here is an option, as far as it is written."""
        return word.startswith("-") and not self._ended

    def option(self, name: str) -> Mapping[str, Any] | None:
        """The option of the command that is written so."""
        return next((each for each in self.options() if name in each["names"]), None)

    def options(self) -> Sequence[Mapping[str, Any]]:
        """The options of the command that was named last."""
        found: Sequence[Mapping[str, Any]] = self.node["options"]
        return found

    def argument(self) -> Mapping[str, Any] | None:
        """The argument whose turn it is; None after the last one."""
        arguments: Sequence[Mapping[str, Any]] = self.node["arguments"]
        # Not by index, which would raise an error for words beyond the last argument.
        if arguments[self._given :]:
            return arguments[self._given]
        return arguments[-1] if arguments and arguments[-1]["many"] else None

    def _note(self, name: str, word: str) -> None:
        self.values.setdefault(name, []).append(word)

    def _option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        option = self.option(name)
        if option is None:
            return
        # An option that may come several times is offered again after it was given.
        if not option["many"]:
            self.used.update(option["names"])
        if option["flag"]:
            return
        if equals:
            self._note(option["name"], value)
        else:
            self.waiting = option

    def _command(self, name: str) -> None:
        if name not in self.node["commands"]:
            self.unknown = True
            return
        self.node = self.node["commands"][name]
        self.path = f"{self.path} {name}".strip()
        # The options of a command and of those around it are different ones, even of one name.
        self.used.clear()
