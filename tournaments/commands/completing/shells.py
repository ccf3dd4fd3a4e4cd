"""How shells ask for completions, and how they are answered: as the scripts that Typer installs.

`stych --install-completion` installs such a script, which calls `stych` with what is typed in its
environment.
"""

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple


class Candidate(NamedTuple):
    """A word that may stand at the cursor."""

    word: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What was typed up to the cursor, behind the name of the command."""

    before: Sequence[str]
    """The words that are whole."""
    incomplete: str
    """What there is of the word at the cursor."""
    kept: int = 0
    """How many characters of that word the shell leaves as they are."""


@dataclass(frozen=True, slots=True)
class Shell:
    """How one shell asks and is answered."""

    question: Callable[[Mapping[str, str]], Question]
    answer: Callable[[Question, Sequence[Candidate]], str]


SAFE: Final = re.compile(r"[\w.,@%+=:/-]+")
"""Words that need no quotes in any shell; zsh evaluates what it is told."""
# Of these bash makes words of their own, wherever they stand.
_BREAKS: Final = re.compile(r"[@=:]+")
# A word in quotes within a word in quotes, for zsh: what could end one of them is left out.
_UNQUOTABLE: Final = str.maketrans({"'": "\u2019", '"': None, "`": None, "$": None, "\\": None})


def _split(line: str) -> list[str]:
    """The words of a line as a shell has them; quotes of the last one may still be open."""
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split, reader.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(reader)
    except ValueError:
        words.append(reader.token)
    return words


def _asked_by_bash(environment: Mapping[str, str]) -> Question:
    words = _split(environment.get("COMP_WORDS", ""))
    at = int(environment.get("COMP_CWORD", "0"))
    # An empty word is not seen by who splits the line.
    last = words[at] if at < len(words) else ""
    joined: list[str] = []
    for number, word in enumerate([*words[1:at], last]):
        # Where a break stands alone, bash has split one word in three. With nothing typed at the
        # cursor a new word begins.
        broken = number > 0 and bool(_BREAKS.fullmatch(word))
        goes_on = number > 1 and word and bool(_BREAKS.fullmatch(words[number]))
        if joined and (broken or goes_on):
            joined[-1] += word
        else:
            joined.append(word)
    whole = joined.pop() if joined else ""
    # bash puts what it is told in the place of the last of its words alone.
    kept = len(whole) if _BREAKS.fullmatch(last) else len(whole) - len(last)
    return Question(joined, whole, kept)


def _asked_by_others(environment: Mapping[str, str]) -> Question:
    line = environment.get("_TYPER_COMPLETE_ARGS", "")
    words = _split(line)[1:]
    incomplete = words.pop() if words and not line[-1:].isspace() else ""
    return Question(words, incomplete)


def _to_bash(question: Question, found: Sequence[Candidate]) -> str:
    return "\n".join(each.word[question.kept :] for each in found)


def _to_zsh(_: Question, found: Sequence[Candidate]) -> str:
    # The script evaluates it. Without candidates zsh offers files.
    if not found:
        return "_files"
    told = "\n".join(
        f'"{_zsh(each.word)}"' + f':"{_zsh(each.meaning)}"' * bool(each.meaning) for each in found
    )
    return f"_arguments '*: :(({told}))'"


def _zsh(text: str) -> str:
    return text.translate(_UNQUOTABLE).replace(":", r"\\:")


def _to_fish(_: Question, found: Sequence[Candidate]) -> str:
    asked = os.environ.get("_TYPER_COMPLETE_FISH_ACTION")
    # Asked first whether there are any; fish offers files if not.
    if asked == "is-args":
        raise SystemExit(0 if found else 1)
    return "\n".join(
        f"{each.word}\t{each.meaning}" if each.meaning else each.word for each in found
    )


SHELLS: Final[Mapping[str, Shell]] = {
    "bash": Shell(_asked_by_bash, _to_bash),
    "zsh": Shell(_asked_by_others, _to_zsh),
    "fish": Shell(_asked_by_others, _to_fish),
}
"""By the name that the script gives; Typer answers others."""
