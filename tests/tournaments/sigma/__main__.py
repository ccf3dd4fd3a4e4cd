"""`make sigma`: measures all cells, and writes docs/sigma.json and what is made from it.

`python -m tests.tournaments.sigma 200 "6 bots"` plays 200 tournaments of each cell whose name has
these words. A cell that was measured with at least as many is left as it is, so that a run that was
stopped goes on where it ended; `--again` measures it anew.
"""

import argparse
import json
import sys
from typing import Any

from tests.tournaments.sigma.cells import CELLS, Cell
from tests.tournaments.sigma.measure import FIELDS, measure
from tests.tournaments.sigma.page import KEPT, read, write


def main() -> None:
    """Measure what is asked for and is not kept yet."""
    parser = argparse.ArgumentParser(prog="python -m tests.tournaments.sigma")
    parser.add_argument("tournaments", type=int, nargs="?", default=1000)
    parser.add_argument("words", nargs="?", default="", help="a part of the names of cells")
    parser.add_argument("--again", action="store_true", help="measure anew what is kept")
    parser.add_argument(
        "--write", action="store_true", help="only write the page from what is kept"
    )
    given = parser.parse_args()
    wanted = [] if given.write else [cell for cell in CELLS if given.words in cell.name]
    for number, cell in enumerate(wanted, 1):
        known = read().get(cell.name, {})
        # A cell that was measured with another number of fields is measured anew: its figures say
        # nothing of `> next`.
        enough = known.get("fields") == FIELDS and known["tournaments"] >= given.tournaments
        if given.again or not enough:
            _keep(cell, _measured(cell, given.tournaments, f"{number}/{len(wanted)}"))
    write()


def _measured(cell: Cell, tournaments: int, place: str) -> dict[str, Any]:
    begun = f"{place} {cell.name}"

    def note(done: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{begun}: {done} of {tournaments}  ")

    found = measure(cell, tournaments, note)
    now, before = found["now"], found["before"]
    told = f"width {now['width']:.2f} (was {before['width']:.2f}), coverage {now['coverage']:.3f}"
    sys.stdout.write(f"{begun}: {told} (was {before['coverage']:.3f}), pairs {now['pairs']:.3f}\n")
    sys.stdout.flush()
    return found


def _keep(cell: Cell, found: dict[str, Any]) -> None:
    # Read anew: another run may measure other cells at the same time.
    whole = read() | {cell.name: found}
    order = {each.name: whole[each.name] for each in CELLS if each.name in whole}
    lines = (f" {json.dumps(name)}: {json.dumps(own)}" for name, own in order.items())
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
