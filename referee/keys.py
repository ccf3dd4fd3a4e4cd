"""How deep TOML may go: deep keys cost time and memory by the square, so they are not parsed."""

import re
from typing import Any, Final

MOST_PARTS: Final = 8
"""How many parts a key with dots may have, such as play.matches_at_once."""
LONGEST: Final = 100
"""How many characters a key may have, or each part of one."""
DEEPEST: Final = 16
"""How many tables and lists may lie in one another."""

# All quantifiers of single characters are possessive (++, *+), and a loop of several things ends
# only where what follows it matches: without backtracking the time grows with the text alone,
# whatever a stranger wrote. Possessive loops of several things are wrong in Python before 3.11.5
# (python/cpython#106052). Each round of a loop keeps some 200 bytes until the loop has ended.
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
    """Whether a key has more parts than MOST_PARTS. The text may be no TOML at all."""
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


def beyond(values: Any) -> str:
    """What is too deep or too long in the parsed values, as the end of a sentence.

    "" if nothing.
    """
    # A loop, since recursion is what deep values would break.
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
