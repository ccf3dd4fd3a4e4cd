"""Every rule of the README has a test that names it, and every name is a rule's."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_rule_has_a_test() -> None:
    page = (HERE.parent / "README.md").read_text(encoding="utf-8")
    rules = re.findall(r"\*\*(H-R?\d+)\*\*", page)
    sources = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    markers = [found for text in sources for found in re.findall(r"mark\.rule\(([^)]+)\)", text)]
    named = {rule for marker in markers for rule in re.findall(r'"([^"]+)"', marker)}
    assert len(rules) == len(set(rules)) > 20
    assert named == set(rules)
