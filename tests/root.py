"""The folder of the project: where tests find files, and what processes that they start need."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
