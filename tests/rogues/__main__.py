"""`make rogues`: the tournament of the rogues, and what came of each."""

import sys
import tempfile
from pathlib import Path

from referee.sandbox.ladder import Mode, climb
from tests.rogues.cabinet import GREEDY, rogues
from tests.rogues.tournament import compare, play_both


def main() -> None:
    """Play, print the faults and what is wrong; the exit code is 1 if anything is."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    found = climb(Mode.REQUIRE)
    without = () if found and found.cgroups else GREEDY
    with tempfile.TemporaryDirectory() as folder:
        honest, whole = play_both(Path(folder), jobs, short=False, without=without)
    faults = whole.faults()
    playing = [rogue for rogue in rogues() if rogue.name not in without]
    for rogue in playing:
        told = [f"{text} ({times}x)" for text, times in sorted(faults.get(rogue.name, {}).items())]
        print(f"{rogue.name:26} {told[0] if told else 'no fault'}")
        print("".join(f"{'':26} {each}\n" for each in told[1:]), end="")
    wrong = compare(playing, honest, whole)
    matches, seconds = len(whole.records), whole.seconds
    print(
        f"{len(playing)} rogues, {matches} matches, {seconds:.0f} s; {len(wrong)} things are wrong"
    )
    print("".join(f"  {each}\n" for each in wrong), end="")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
