"""The example tournaments and leagues that come with the package."""

from pathlib import Path
from typing import Final

_EXAMPLES: Final = Path(__file__).parents[1] / "examples"
EXPLAINED: Final = _EXAMPLES / "example.toml"
"""The example that has every key of a file without divisions, with comments on their meaning."""
_LEAGUES: Final = _EXAMPLES / "leagues"


def examples() -> list[str]:
    """The names of the example tournaments, sorted; `stych run` accepts these names."""
    return sorted(path.stem for path in _EXAMPLES.glob("*.toml"))


def example(name: str) -> Path | None:
    """The file of the example tournament of this name; None when there is none."""
    return _EXAMPLES / f"{name}.toml" if name in examples() else None


def league_examples() -> list[str]:
    """The names of the example leagues, sorted."""
    return sorted(path.stem for path in _LEAGUES.glob("*.toml"))


def league_example(name: str) -> Path | None:
    """The file of the example league of this name; None when there is none."""
    return _LEAGUES / f"{name}.toml" if name in league_examples() else None
