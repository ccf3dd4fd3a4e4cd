"""When it is asked for a decision, computes for ever."""

from talk import seated

stream, _ = seated()
while True:
    pass
