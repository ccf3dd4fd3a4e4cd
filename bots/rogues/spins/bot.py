"""Is asked, and thinks for ever."""

from talk import seated

stream, _ = seated()
while True:
    pass
