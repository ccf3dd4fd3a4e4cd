"""Where the command `stych` begins: while all the rest is imported, Ctrl-C may come."""

import os
import sys


def main() -> None:
    """Run the command. On Windows, which nothing here knows, a sentence and exit code 2."""
    if sys.platform == "win32":
        sys.stderr.write("stych: Windows cannot run this; use WSL, where the same commands work\n")
        sys.exit(2)
    _open_standard_files()
    # Imported in here, so that Ctrl-C ends the command without a traceback from the first moment.
    try:
        from tournaments.commands.completing.answer import answer, asking
        from tournaments.system.loading import quick_imports

        # A person waits for it between two keys.
        if shell := asking():
            answer(shell)
            return
        with quick_imports():
            from tournaments.cli import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    command()


def _open_standard_files() -> None:
    """Open those of standard input, output and errors that were closed, onto nothing.

    Otherwise the next file that is opened, such as one that is kept, would get its number, and what
    is printed would go in there.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The lowest number that is free, which is this one.
            handle = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(handle, True)
            setattr(sys, name, os.fdopen(handle, "w" if number else "r", closefd=False))
