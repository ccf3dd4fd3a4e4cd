"""`variants` combines all values of options, but few of a long range; it refuses other kinds."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, model_validator

from referee.games.fox import FoxGame
from referee.games.game import AnyGame, Options
from referee.games.registry import GAMES
from referee.testing import variants


def _game(options: type[Options]) -> type[AnyGame]:
    return type("Made", (FoxGame,), {"options_type": options})


class _Some(Options):
    who: Literal["a", "b", 3] = "a"
    loud: bool = False
    few: int = Field(default=2, ge=1, le=4)
    many: int = Field(default=50, ge=1, le=1000)


def test_every_combination_comes_once() -> None:
    found = list(variants(_game(_Some)))
    assert len(found) == len(set(found)) == 3 * 2 * 4 * 4
    assert all(isinstance(options, _Some) for options in found)


def test_small_ranges_come_in_full_and_large_ones_with_ends_and_default() -> None:
    found = [options.model_dump() for options in variants(_game(_Some))]
    assert {options["who"] for options in found} == {"a", "b", 3}
    assert {options["loud"] for options in found} == {False, True}
    assert {options["few"] for options in found} == {1, 2, 3, 4}
    many = {options["many"] for options in found}
    assert many > {1, 50, 1000}
    # One number beside the ends and the default.
    assert len(many) == 4


class _Picky(Options):
    one: bool = False
    other: bool = False

    @model_validator(mode="after")
    def _not_both(self) -> "_Picky":
        if self.one and self.other:
            raise ValueError("one or the other")
        return self


def test_what_the_options_refuse_is_left_out() -> None:
    found = [tuple(options.model_dump().values()) for options in variants(_game(_Picky))]
    assert found == [(False, False), (False, True), (True, False)]


class _Text(Options):
    name: str = "a"


class _NoEnd(Options):
    limit: int = Field(default=1, ge=1)


class _NoRange(Options):
    limit: int = 1


class _Fraction(Options):
    share: float = Field(default=0.5, ge=0, le=1)


class _Perhaps(Options):
    limit: int | None = None


class _Odd(Options):
    limit: int = Field(default=2, ge=2, le=8, multiple_of=2)


class _Open(Options):
    limit: int = Field(default=2, gt=1, le=8)


class _Several(Options):
    limits: tuple[int, ...] = ()


class _Marked(Options):
    loud: Annotated[bool, "for whom?"] = False


@pytest.mark.parametrize(
    "options",
    [_Text, _NoEnd, _NoRange, _Fraction, _Perhaps, _Odd, _Open, _Several, _Marked],
    ids=lambda options: options.__name__,
)
def test_an_option_of_another_kind_is_refused(options: type[Options]) -> None:
    (name,) = options.model_fields
    with pytest.raises(TypeError, match=f"the option {name} is .* with .*"):
        next(variants(_game(options)))


def _declared(schema: dict[str, Any]) -> Iterator[object]:
    """The values that a JSON schema states: all of them, or a long range's ends and default."""
    if "enum" in schema:
        yield from schema["enum"]
    elif schema["type"] == "boolean":
        yield from (False, True)
    else:
        least, most = schema["minimum"], schema["maximum"]
        yield from range(least, most + 1) if most - least < 10 else (least, most)
    yield schema["default"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_declared_value_of_every_option_occurs(game: str) -> None:
    """Declared in the JSON schema of the options, which is not where `variants` looks."""
    schemas = GAMES[game].options_type.model_json_schema()["properties"]
    found = [options.model_dump() for options in variants(GAMES[game])]
    for name, schema in schemas.items():
        assert set(_declared(schema)) <= {options[name] for options in found}, name


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_pair_of_values_occurs(game: str) -> None:
    found = [options.model_dump() for options in variants(GAMES[game])]
    values = {name: {options[name] for options in found} for name in found[0]}
    for one, other in combinations(values, 2):
        pairs = {(options[one], options[other]) for options in found}
        assert len(pairs) == len(values[one]) * len(values[other]), (one, other)
