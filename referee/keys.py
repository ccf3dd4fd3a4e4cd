"""Bounds for the keys of TOML: how many parts, how long, how deep.

The time and memory of parsing grow with the square of the parts of a key. So `has_long_key` looks
at a text before it is parsed; `excess` looks at the values afterwards.
"""

import re
from typing import Any, Final

MOST_PARTS: Final = 8
"""How many parts a key with dots may have; play.matches_at_once has two."""
LONGEST: Final = 100
"""How many characters a key may have; of a key with dots, each part."""
DEEPEST: Final = 16
"""How many levels of tables and lists there may be; the file itself is the first."""

# Every character of a text is part of a token, whether the text is TOML or not. Unlimited
# quantifiers of single characters are possessive (++, *+), and a repeated group ends only where the
# pattern after it matches. So there is no backtracking: the time is linear in the text, whatever
# strangers write.
# Groups are not possessive, which would be wrong in Python before 3.11.5 (python/cpython#106052).
# So each round of a repeated group takes some 200 bytes until the repetition ends.
TOKEN: Final = re.compile(
    r'''
    (?P<text>
        """ [^"\\]*+ (?: (?: \\.? | "(?!"") ) [^"\\]*+ )* (?: "{3,5} | \Z )
      | \'\'\' [^']*+ (?: '(?!\'\') [^']*+ )* (?: '{3,5} | \Z )
      | " [^"\\\n]*+ (?: \\[^\n] [^"\\\n]*+ )* "?
      | ' [^'\n]*+ '?
    )
    | (?P<comment> \# [^\n]*+ )
    | (?P<dot> \. )
    | (?P<bare> [A-Za-z0-9_-]++ )
    | (?P<space> [ \t]++ )
    | (?P<other> . )
    ''',
    re.VERBOSE | re.DOTALL,
)


def has_long_key(text: str) -> bool:
    """Whether a key in the text has more than MOST_PARTS parts. The text may be no TOML at all."""
    parts = 0
    for token in TOKEN.finditer(text):
        match token.lastgroup:
            case "dot":
                parts += 1
                if parts >= MOST_PARTS:
                    return True
            # Parts of a key may be quoted, and may have spaces around their dots.
            case "text" | "bare" | "space":
                pass
            case _:
                parts = 0
    return False


def excess(values: Any) -> str:
    """A clause that says which bound the parsed values exceed, LONGEST or DEEPEST; "" for none."""
    # A loop, since deep values would exceed Python's limit of recursion.
    waiting = [(values, 1)]
    while waiting:
        value, depth = waiting.pop()
        if not isinstance(value, dict | list):
            continue
        if depth > DEEPEST:
            return "it is nested too deeply"
        if isinstance(value, dict):
            if longest := max((len(key) for key in value if len(key) > LONGEST), default=0):
                return f"it has a key of {longest} characters; {LONGEST} are allowed"
            value = list(value.values())
        waiting.extend((each, depth + 1) for each in value)
    return ""
