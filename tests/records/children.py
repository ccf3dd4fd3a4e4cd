"""Where this repository is, for processes that tests start."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
