"""Where the command `stych` begins: while all the rest is imported, Ctrl-C may come."""

import sys


def main() -> None:
    """Run the command. On Windows, which nothing here knows, a sentence and exit code 2."""
    if sys.platform == "win32":
        sys.stderr.write("stych: Windows cannot run this; use WSL, where the same commands work\n")
        sys.exit(2)
    # Imported in here, so that Ctrl-C ends the command without a traceback from the first moment.
    try:
        from tournaments.system.loading import quick_imports

        with quick_imports():
            from tournaments.cli import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    command()
