"""Names of a package that are imported when they are first asked for.

A program that only wants a game's notation then does not load its rules, and pydantic with them.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a `__getattr__` for the package (PEP 562).

    `places` has by name where it is found: "module" for the module's member of the same name,
    "module:member" for another one.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, member = places[name].partition(":")
        return getattr(import_module(f"{package}.{module}"), member or name)

    return find
