"""Starts, and never connects to the referee."""

import time

print("nobody gets to hear of me")
time.sleep(3600)
