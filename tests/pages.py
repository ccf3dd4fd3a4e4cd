"""Pages of the documentation as tests read them."""

import re
from textwrap import dedent


def section(page: str, title: str) -> str:
    """What stands below a heading of the second level, up to the next one."""
    _, _, below = page.partition(f"\n## {title}\n")
    return below.partition("\n## ")[0]


def code(text: str, language: str) -> list[str]:
    """The blocks of code in the language, in order; those within a list lose its indentation."""
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [dedent(block) for block in found]


def keys(text: str) -> set[str]:
    """The words in code in the first column of the tables in the text."""
    firsts = re.findall(r"^\| (`[^|]+`) \|", text, re.MULTILINE)
    return {word for cell in firsts for word in re.findall(r"`(\w+)`", cell)}
