"""Tests that the policies choose the expected actions in `positions`: python -m unittest."""

import unittest
from pathlib import Path
from random import Random

from stych.v1.referee_pb2 import Decision

from bot import POLICIES

POSITIONS = Path(__file__).parent / "positions"


class PositionsTest(unittest.TestCase):
    def test_the_expected_action_is_chosen(self):
        for path in POSITIONS.glob("*.bin"):
            with self.subTest(path.stem):
                decision = Decision.FromString(path.read_bytes())
                seen = getattr(decision, decision.WhichOneof("observation"))
                choice = POLICIES[path.stem](seen, decision.legal_actions, Random(1))
                self.assertIn(choice, range(len(decision.legal_actions)))
                expected = int(path.with_suffix(".txt").read_text())
                self.assertEqual(decision.legal_actions[choice], expected)


if __name__ == "__main__":
    unittest.main()
