"""Ends before it has dialled in."""

import sys

sys.exit("no cards today")
