"""The bench's bot without the SDK: it reads a line for each decision, and writes its answer."""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    # Multiplied by a large odd number, so that the choices of one match differ.
    chance = (asked["seed"] + asked["decision"]) * 0x9E3779B97F4A7C15 >> 32
    sys.stdout.write(f"{chance % len(asked['legal'])}\n")
    sys.stdout.flush()
