"""`python -m devtools.counts`: what can be counted of how readable the code is, with its limits.

The exit code is 1 when a count is beyond its limit. A limit is what was reached so far, or the goal
once that is reached: it is only ever made stricter.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ("referee", "tournaments", "bots/python/stych_bot")
_SHORT: Final = 26
"""Characters; a docstring that begins with a shorter line is mostly a fragment."""


@dataclass(frozen=True)
class Count:
    """Something that was counted."""

    name: str
    value: float
    limit: float
    at_least: bool = False
    """Whether the limit is the least there may be, and not the most."""

    @property
    def is_good(self) -> bool:
        """Whether it keeps within its limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclass(frozen=True)
class Module:
    """A file of the sources."""

    path: Path
    text: str
    tree: ast.Module


def modules(root: Path = ROOT) -> list[Module]:
    """All of them; migrations and generated code are not the developers' words."""
    found = []
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            if "versions" not in path.parts:
                text = path.read_text(encoding="utf-8")
                found.append(Module(path.relative_to(root), text, ast.parse(text)))
    return found


def repeated_classes(found: Iterable[Module]) -> dict[str, int]:
    """Names of public classes that more than one class has, and how many have it."""
    names = Counter(
        node.name
        for module in found
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return {name: times for name, times in names.items() if times > 1}


def comment_share(found: Iterable[Module]) -> float:
    """Lines with a comment among all lines, in percent; those for tools alone do not count."""
    lines = comments = 0
    for module in found:
        lines += module.text.count("\n")
        comments += sum(1 for _ in _comments(module.text))
    return 100 * comments / lines


def _comments(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            said = token.string.lstrip("# ")
            if said and not said.startswith(("noqa", "type:", "pragma", "mypy:")):
                yield said


def short_docstrings(found: Iterable[Module]) -> int:
    """Docstrings whose first line is very short."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    texts = (
        ast.get_docstring(node)
        for module in found
        for node in ast.walk(module.tree)
        if isinstance(node, kinds)
    )
    return sum(1 for text in texts if text and len(text.splitlines()[0]) < _SHORT)


def long_files(found: Iterable[Module], most: int = 250) -> int:
    """Files with more lines than that."""
    return sum(1 for module in found if module.text.count("\n") > most)


def rooms(found: Iterable[Module], package: str = "tournaments") -> int:
    """Folders directly in the package, and files directly in it together as one more."""
    folders = {
        module.path.parts[1]
        for module in found
        if module.path.parts[0] == package and len(module.path.parts) > 2
    }
    return len(folders) + 1


def counts(found: list[Module]) -> list[Count]:
    """All that is counted."""
    return [
        Count("public class names that several classes have", len(repeated_classes(found)), 0),
        Count("comment lines, in percent", comment_share(found), 0.5, at_least=True),
        Count("docstrings that begin with a very short line", short_docstrings(found), 233),
        Count("files of more than 250 lines", long_files(found), 11),
        Count("rooms of tournaments/", rooms(found), 18),
    ]


def main() -> int:
    """Print them; 1 when one is beyond its limit."""
    found = modules()
    told = counts(found)
    for count in told:
        bound = "at least" if count.at_least else "at most"
        mark = "" if count.is_good else "   <- beyond its limit"
        print(f"{count.value:6g}  {count.name} ({bound} {count.limit:g}){mark}")
    if repeated := sorted(repeated_classes(found)):
        print("        repeated:", ", ".join(repeated))
    return int(not all(count.is_good for count in told))


if __name__ == "__main__":
    sys.exit(main())
