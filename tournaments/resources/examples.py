"""The example tournaments that come with the package."""

from pathlib import Path
from typing import Final

_EXAMPLES: Final = Path(__file__).parents[1] / "examples"
EXPLAINED: Final = _EXAMPLES / "example.toml"
"""The one with every key, and what each of them means."""


def examples() -> list[str]:
    """The names under which they can be run, sorted."""
    return sorted(path.stem for path in _EXAMPLES.glob("*.toml"))


def example(name: str) -> Path | None:
    """The file of the example tournament of this name; None when there is none."""
    return _EXAMPLES / f"{name}.toml" if name in examples() else None
