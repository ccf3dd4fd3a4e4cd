"""Where the command `stych` begins; Ctrl-C while it imports the rest ends it quietly."""

import os
import sys


def main() -> None:
    """Run the command `stych`, which ends the process with its exit code.

    If a shell asks for completions of a command line, they are printed, and the function returns.
    On Windows, which is not supported, it prints a sentence and exits with code 2.
    """
    if sys.platform == "win32":
        sys.stderr.write("stych: Windows cannot run this; use WSL, where the same commands work\n")
        sys.exit(2)
    _open_standard_files()
    # Imported here, so that Ctrl-C during the slow imports ends the command without a traceback.
    try:
        from tournaments.commands.completing.answer import answer, asking_shell
        from tournaments.system.loading import quick_imports

        # A person at the keyboard waits for the completions, so nothing else is imported before.
        if shell := asking_shell():
            answer(shell)
            return
        with quick_imports():
            from tournaments.cli import main as command
            from tournaments.system.ending import end_quickly
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        command()
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        end_quickly(end.code)
    end_quickly(0)


def _open_standard_files() -> None:
    """Open the null device for each of standard input, output and errors that is closed.

    Otherwise the next file that is opened, such as the database, would get the number of a closed
    one, and output to that number would be written into the file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The file gets the lowest free number, which is `number`: all lower ones are open.
            handle = os.open(os.devnull, os.O_RDWR)
            # Started programs inherit it, as they inherit any standard file.
            os.set_inheritable(handle, True)
            setattr(sys, name, os.fdopen(handle, "w" if number else "r", closefd=False))
