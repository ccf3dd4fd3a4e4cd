"""`make pages`: checks that take too long for every day; prints the figures of docs/web.md.

`python -m tests.web PAIRS` compares for each game at least so many (10,000) pairs of all answers to
a seat about one question, in redealt worlds. It measures what 200 listeners cost a tournament that
is being played, how soon an open page shows a block, and how long a step of a replay takes.
"""

import sys
import time
from typing import Final

from referee.games.registry import GAMES
from tests.web.listeners import LISTENERS, listener_costs
from tests.web.seat_worlds import compare
from tests.web.standings_delay import BLOCKS, OTHERS, standings_delays
from tests.web.step_times import step_times

EVERY: Final = 17
"""One of so many decisions is compared, so that the pairs are of many worlds."""
_SLICES: Final = 12
"""Pairs of slices of a run: one slice with the listeners, one without."""


def main() -> None:
    """Print the figures."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for name in GAMES:
        begun = time.process_time()
        found = compare(name, pairs, EVERY)
        print(
            f"{name}: {found.answers} pairs of answers to a seat are equal, of {found.worlds} pairs"
            f" of worlds, in {time.process_time() - begun:.0f} s of a processor",
            flush=True,
        )
    costs = listener_costs(_SLICES)
    low, high = costs.spread
    print(
        f"{LISTENERS} listeners, who heard {costs.heard} events: a match takes {costs.slower:.3f}"
        f" times as long, the median of {_SLICES} pairs of slices of one run ({low:.3f} to"
        f" {high:.3f}), and the page takes {costs.processor:.1%} more of the processors",
        flush=True,
    )
    delays = standings_delays(BLOCKS)
    print(
        f"{len(delays.each)} blocks were shown after {delays.median:.2f} s (median), 90 % within"
        f" {delays.most:.2f} s, while {OTHERS} others listened",
        flush=True,
    )
    steps = step_times()
    print(
        f"{len(steps.each)} steps of a match of {steps.actions} actions, whose page has"
        f" {steps.page_kb:.0f} kB: {steps.median:.1f} ms (median), 90 % within {steps.most:.1f} ms;"
        f" the page's thread works {steps.processor:.1f} ms"
    )


if __name__ == "__main__":
    main()
