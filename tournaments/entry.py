"""Where the command `stych` begins: while all the rest is imported, Ctrl-C may come."""

import sys


def main() -> None:
    """Run the command."""
    try:
        from tournaments.cli import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    command()
