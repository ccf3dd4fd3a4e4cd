"""Every rule of the page has a test that names it, and every name is a rule's."""

import re
from pathlib import Path

from tournaments.resources.pages import rules

HERE = Path(__file__).parent


def test_every_rule_has_a_test() -> None:
    page = rules("hearts")
    ids = re.findall(r"\*\*(H-R?\d+)\*\*", page)
    sources = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    markers = [found for text in sources for found in re.findall(r"mark\.rule\(([^)]+)\)", text)]
    named = {rule for marker in markers for rule in re.findall(r'"([^"]+)"', marker)}
    assert len(ids) == len(set(ids)) > 20
    assert named == set(ids)
