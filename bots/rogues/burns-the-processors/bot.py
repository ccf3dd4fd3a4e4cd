"""Keeps all processors busy from its start on, and later whenever it has a match to play."""

import os
import signal

from talk import Stream, answers, hello

burning = []
"""The pids of the children that compute."""


def burn():
    """Start two children for each processor, which compute without end."""
    for _ in range(2 * (os.cpu_count() or 1)):
        if not (pid := os.fork()):
            while True:
                pass
        burning.append(pid)


def rest():
    """End the children that `burn` has started."""
    while burning:
        os.kill(burning.pop(), signal.SIGKILL)
        os.wait()


burn()
stream = Stream()
stream.say(hello())
matches = 0
while True:
    response = stream.hear()
    if response.decisions:
        stream.say(answers(*((each.decision, 0) for each in response.decisions)))
    matches += len(response.starts) - len(response.overs)
    if not matches:
        rest()
    elif not burning:
        burn()
