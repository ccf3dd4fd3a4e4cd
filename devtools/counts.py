"""`python -m devtools.counts`: compares signs of how readable the code is with limits.

The exit code is 1 when a count is beyond its limit. A limit is the goal, or the best count so far
if that does not reach the goal: it is only ever made stricter.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = (
    "referee",
    "tournaments",
    "devtools/stych_devtools",
    "web/stych_web",
    "cluster/stych_cluster",
    "bots/python/stych_bot",
    "bots/python/stych_lines",
)
_SHORT: Final = 26
"""Characters. The first line of a docstring that is shorter is mostly a fragment."""


@dataclass(frozen=True)
class Count:
    """A number that was counted, and its limit."""

    name: str
    value: float
    limit: float
    at_least: bool = False
    """Whether the value must be at least the limit; if not, it must be at most the limit."""

    @property
    def is_good(self) -> bool:
        """Whether the value is within the limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclass(frozen=True)
class Module:
    """A file of the sources, read and parsed once for all counts."""

    path: Path
    text: str
    tree: ast.Module


def modules(root: Path = ROOT) -> list[Module]:
    """All Python files of SOURCES, without database migrations, which are never changed."""
    result = []
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            # Alembic has the migrations in a folder of this name.
            if "versions" not in path.parts:
                text = path.read_text(encoding="utf-8")
                result.append(Module(path.relative_to(root), text, ast.parse(text)))
    return result


def repeated_classes(sources: Iterable[Module]) -> dict[str, int]:
    """The names that several public classes have, with the number of these classes."""
    names = Counter(
        node.name
        for module in sources
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return {name: times for name, times in names.items() if times > 1}


def comment_share(sources: Iterable[Module]) -> float:
    """Lines with a comment among all lines, in percent. Comments for tools do not count."""
    lines = comments = 0
    for module in sources:
        lines += module.text.count("\n")
        comments += sum(1 for _ in _comments(module.text))
    return 100 * comments / lines


def _comments(text: str) -> Iterator[str]:
    # By tokens, since a # in a string is no comment, and ast does not have comments at all.
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comment = token.string.lstrip("# ")
            if comment and not comment.startswith(("noqa", "type:", "pragma", "mypy:")):
                yield comment


def short_docstrings(sources: Iterable[Module]) -> int:
    """How many docstrings have a first line of fewer than _SHORT characters."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    texts = (
        ast.get_docstring(node)
        for module in sources
        for node in ast.walk(module.tree)
        if isinstance(node, kinds)
    )
    return sum(1 for text in texts if text and len(text.splitlines()[0]) < _SHORT)


def long_files(sources: Iterable[Module], most: int = 250) -> int:
    """How many files have more lines than `most`."""
    return sum(1 for module in sources if module.text.count("\n") > most)


def rooms(sources: Iterable[Module], package: str = "tournaments") -> int:
    """How many rooms the package has: its folders, and one for all files directly in it."""
    return len(_rooms_below(sources, package))


def floors(sources: Iterable[Module], package: str = "tournaments") -> int:
    """How many floors the rooms are on. A room is one floor above the highest room it imports.

    Raises graphlib.CycleError when rooms import one another in a circle.
    """
    below = _rooms_below(sources, package)
    height: dict[str, int] = {}
    for room in TopologicalSorter(below).static_order():
        height[room] = 1 + max((height[each] for each in below[room]), default=0)
    return max(height.values())


def _rooms_below(sources: Iterable[Module], package: str) -> dict[str, set[str]]:
    """By room, the rooms that its files import; "" is the room of files directly in the package."""
    files = [module for module in sources if module.path.parts[0] == package]
    below: dict[str, set[str]] = {_room(module.path.parts): set() for module in files}
    for module in files:
        room = _room(module.path.parts)
        for name in _imported(module.tree):
            parts = name.split(".")
            if parts[0] == package and len(parts) > 1:
                imported = parts[1] if parts[1] in below else ""
                below[room] |= {imported} - {room}
    return below


def _room(parts: Sequence[str]) -> str:
    """The room of a file, from the parts of its path."""
    return parts[1] if len(parts) > 2 else ""


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def counts(sources: list[Module]) -> list[Count]:
    """All counts, in the order in which they are printed."""
    return [
        Count("public class names that several classes have", len(repeated_classes(sources)), 0),
        Count("comment lines, in percent", comment_share(sources), 3, at_least=True),
        Count("docstrings that begin with a very short line", short_docstrings(sources), 0),
        Count("files of more than 250 lines", long_files(sources), 4),
        Count("rooms of tournaments/", rooms(sources), 17),
        Count("floors of tournaments/", floors(sources), 10),
    ]


def main() -> int:
    """Print all counts. Returns the exit code: 1 when a count is beyond its limit, else 0."""
    sources = modules()
    all_counts = counts(sources)
    for count in all_counts:
        bound = "at least" if count.at_least else "at most"
        mark = "" if count.is_good else "   <- beyond its limit"
        print(f"{count.value:6g}  {count.name} ({bound} {count.limit:g}){mark}")
    if repeated := sorted(repeated_classes(sources)):
        print("        repeated:", ", ".join(repeated))
    return int(not all(count.is_good for count in all_counts))


if __name__ == "__main__":
    sys.exit(main())
