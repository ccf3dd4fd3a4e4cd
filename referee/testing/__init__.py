"""Checks for authors of games: `check_game` for a game's rules, `check_no_leak` for its secrets.

docs/checks.md describes both. `check_bot`, which checks a bot, is in `referee.testing.bot`: it
needs gRPC, and the checks of games do not.
"""

from referee.testing.checks import check_game
from referee.testing.errors import CheckError, LeakError
from referee.testing.leaks import LeakReport, check_no_leak
from referee.testing.playing import Playing, Program, play_out, play_randomly, random_action
from referee.testing.variants import variants

__all__ = [
    "CheckError",
    "LeakError",
    "LeakReport",
    "Playing",
    "Program",
    "check_game",
    "check_no_leak",
    "play_out",
    "play_randomly",
    "random_action",
    "variants",
]
