"""When it is asked for a decision, prints 700 kB to standard error, and exits."""

import os

from talk import seated

stream, _ = seated()
for _ in range(500):
    os.write(2, b"\x1b]0;alas\x07 what bad cards \xff\xfe\n" * 50)
os.write(2, b"I cannot play with such cards\n")
os._exit(1)
