"""The list of steps in docs/check.md, from the registry: `python -m tests.check.page --write`."""

import sys
from typing import Final

from referee.testing.bot import STEPS
from tests.root import ROOT

PAGE: Final = ROOT / "docs" / "check.md"
BEGIN: Final = "<!-- steps: made by `python -m tests.check.page --write` -->\n"
END: Final = "<!-- end of steps -->\n"


def steps() -> str:
    """The steps as they stand on the page, a table for each family."""
    lines: list[str] = []
    family = ""
    for step in STEPS:
        if step.family != family:
            family = step.family
            lines += ["", f"### {family.capitalize()}", "", "| step | | |", "|---|---|---|"]
        more = " Not taken with bots that read lines." if step.of_grpc else ""
        lines.append(f"| `{step.name}` | {step.title} | {step.text}{more} |")
    return "\n".join([*lines[1:], ""])


def page() -> str:
    """The page with its steps as they should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{steps()}\n{END}{after}"


def main(arguments: list[str]) -> int:
    """Write the page with --write; without it, return 1 if the page is not up to date."""
    if arguments not in ([], ["--write"]):
        sys.stderr.write(f"the only argument is --write, received {' '.join(arguments)}\n")
        return 2
    stale = PAGE.read_text(encoding="utf-8") != page()
    if stale and arguments:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return int(stale and not arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
