"""No session ever breaks, loses a question, or blames a good bot."""

from hypothesis import settings

from tests.fuzz.sessions import Good, Rogue
from tests.games.profiles import fast

TestRogue = Rogue.TestCase
TestRogue.settings = settings(fast(60), stateful_step_count=30)
TestGood = Good.TestCase
TestGood.settings = settings(fast(60), stateful_step_count=30)
