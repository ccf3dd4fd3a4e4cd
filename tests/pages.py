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
