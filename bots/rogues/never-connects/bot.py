"""Starts, and never dials in."""

import time

print("nobody gets to hear of me")
time.sleep(3600)
