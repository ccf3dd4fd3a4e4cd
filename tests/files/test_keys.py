"""Keys and nesting of TOML are bounded; dots that are in no key do not count."""

import pytest

from referee.keys import DEEPEST, LONGEST, MOST_PARTS, has_long_key
from referee.toml import TomlError, parse_toml
from tests.root import ROOT

pytestmark = pytest.mark.unconfined

LONG = ".".join("a" * (MOST_PARTS + 1))
REFUSED = "^is no TOML that can be read: a key has more than 8 parts$"


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} = 1",
        f"[{LONG}]",
        f"[[{LONG}]]",
        f"x = {{ {LONG} = 1 }}",
        f"x = [{{ {LONG} = 1 }}]",
        " . ".join("a" * 9) + " = 1",
        '"a".' * 9 + "a = 1",
        "'a'\t." * 9 + "a = 1",
        '"a\\".".' * 9 + "a = 1",
        f'x = """\n"a" \\""" y"""\n{LONG} = 1',
        f"x = '''\n''a'''\n{LONG} = 1",
        f"# comment\n{LONG} = 1",
        f'x = "#"\n{LONG} = 1',
        f'x = """"""\n{LONG} = 1',
    ],
)
def test_a_key_of_too_many_parts(text: str) -> None:
    with pytest.raises(TomlError, match=REFUSED):
        parse_toml(text)


@pytest.mark.parametrize(
    "value",
    [
        f'"{LONG}"',
        f"'{LONG}'",
        f'"""\n{LONG}\n"quoted" \\""" {LONG}"""',
        f"'''\n{LONG}\n'''",
        f"1 # {LONG}",
        "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]",
        "1979-05-27T07:32:00.999999",
        '"\\\\" # "' + LONG,
    ],
)
def test_dots_that_are_in_no_key(value: str) -> None:
    assert list(parse_toml(f"x = {value}\n")) == ["x"]


def test_a_key_of_as_many_parts_or_characters_as_it_may_have() -> None:
    assert parse_toml(".".join("a" * MOST_PARTS) + " = 1")
    assert parse_toml(f"{'a' * LONGEST} = 1")
    with pytest.raises(TomlError, match=r"it has a key of 101 characters; 100 are allowed$"):
        parse_toml(f"a.b = [{{ {'a' * (LONGEST + 1)} = 1 }}]")


def test_nesting_is_bounded() -> None:
    def nested(depth: int) -> str:
        return "a = " + "[" * depth + "]" * depth

    assert parse_toml(nested(DEEPEST - 1))
    for depth in (DEEPEST, 5000):
        with pytest.raises(TomlError, match=r"can be read: it is nested too deeply$"):
            parse_toml(nested(depth))


@pytest.mark.parametrize("text", ['"""', "'''", '"', "'", '"""\\', '"\\', "a = '", '""""""""', "."])
def test_what_is_cut_off_has_no_long_key(text: str) -> None:
    assert not has_long_key(text)


def test_bots_and_examples_of_this_project_are_not_refused() -> None:
    found = [*ROOT.glob("bots/*/*/*/bot.toml"), *ROOT.glob("bots/*/*/bot.toml")]
    found += [*ROOT.glob("tournaments/examples/*.toml"), ROOT / "pyproject.toml"]
    assert len(found) > 20
    for path in found:
        parse_toml(path.read_text())
