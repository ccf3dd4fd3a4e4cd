"""No session ever breaks, loses a question, or blames a good bot."""

import pytest
from hypothesis import settings

from tests.fuzz.sessions import Good, Rogue
from tests.games.profiles import fast

pytestmark = pytest.mark.slow

TestRogue = Rogue.TestCase
TestRogue.settings = settings(fast(60), stateful_step_count=30)
TestGood = Good.TestCase
TestGood.settings = settings(fast(60), stateful_step_count=30)
