"""Members of a package that are imported only when they are used.

So a program that needs only the notation of a game loads neither its rules nor pydantic.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for the package `package` (PEP 562).

    `places` maps each name to the place of its object in the package: "module" for the member of
    that module with the same name, "module:member" for one with another name.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, member = places[name].partition(":")
        return getattr(import_module(f"{package}.{module}"), member or name)

    return find
