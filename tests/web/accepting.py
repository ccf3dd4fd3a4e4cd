"""A command that stores bots without having played with them: `python -m tests.web.accepting`."""

from unittest import mock

from tournaments import called, entry
from tournaments.submissions import submitting


def main() -> None:
    """The command line of this process, where the module is loaded already."""
    with _accepting:
        entry.main()


_accepting = mock.patch.object(submitting, "refusal", return_value="")

if __name__ == "__main__":
    with _accepting:
        called.run()
