"""`make rogues`: the tournament of the rogues on bubblewrap and on Landlock, and what came of each.

`python -m tests.rogues JOBS [PLACE...]`, a place being a level and who starts bots on it, as in
landlock-user.
"""

import sys
import tempfile
from pathlib import Path

from tests.rogues.cabinet import GREEDY, rogues
from tests.rogues.places import PLACES, Place, place
from tests.rogues.tournament import compare, play_form


def main() -> None:
    """Play, print faults and what is wrong; exit with 1 if anything is, or nothing was played."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    named = sys.argv[2:]
    played = wrong = 0
    for post in PLACES:
        if named and str(post) not in named:
            continue
        with tempfile.TemporaryDirectory() as folder, place(post, Path(folder)) as at:
            if isinstance(at, str):
                print(f"{post}: skipped: {at}\n")
                continue
            played += 1
            wrong += _play(at, Path(folder), jobs)
    if not played:
        print("nothing was played")
    sys.exit(bool(wrong) or not played)


def _play(at: Place, folder: Path, jobs: int) -> int:
    """Play and print at this place; returns how many things are wrong there."""
    print(f"{at.post}{'' if at.groups else ', without control groups'}")
    without = () if at.groups else GREEDY
    honest, whole = (
        play_form(folder, at, jobs, rogues=each, short=False, without=without)
        for each in (False, True)
    )
    faults = whole.faults()
    playing = [rogue for rogue in rogues() if rogue.name not in without]
    for rogue in playing:
        told = [f"{text} ({times}x)" for text, times in sorted(faults.get(rogue.name, {}).items())]
        print(f"{rogue.name:30} {told[0] if told else 'no fault'}")
        print("".join(f"{'':30} {each}\n" for each in told[1:]), end="")
    wrong = compare(playing, honest, whole, at)
    matches, seconds = len(whole.records), whole.seconds
    print(
        f"{at.post}: {len(playing)} rogues, {matches} matches, {seconds:.0f} s;"
        f" {len(wrong)} things are wrong"
    )
    print("".join(f"  {each}\n" for each in wrong), flush=True)
    return len(wrong)


if __name__ == "__main__":
    main()
