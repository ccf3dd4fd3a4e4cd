"""How shells ask for completions, and in which form each expects the answer.

`stych --install-completion` installs the script that Typer has for the shell. The script calls
`stych` with the typed line in environment variables, and reads the standard output.
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
    """What zsh and fish show beside the word."""


@dataclass(frozen=True, slots=True)
class Question:
    """The command line up to the cursor, without the word `stych`."""

    before: Sequence[str]
    """The complete words before the word at the cursor."""
    incomplete: str
    """The word at the cursor, as far as it is typed."""
    unreplaced: int = 0
    """The number of characters at the start of `incomplete` that the shell leaves as they are."""


@dataclass(frozen=True, slots=True)
class Shell:
    """How one shell asks, and how the answer to it is written."""

    question: Callable[[Mapping[str, str]], Question]
    """Reads the question from the environment variables."""
    answer: Callable[[Question, Sequence[Candidate]], str]
    """Writes the candidates as the text that the script reads. May raise SystemExit for fish."""


SAFE: Final = re.compile(r"[\w.,@%+=:/-]+")
"""Words that need no quotes in any shell. Only these are offered, as zsh evaluates the answer."""
# bash splits a line at these characters, and makes each run of them a word.
_BREAKS: Final = re.compile(r"[@=:]+")
# For zsh a text stands in double quotes within single quotes. Characters that could end either of
# them, or mean something in them, are replaced or left out.
_UNQUOTABLE: Final = str.maketrans({"'": "\u2019", '"': None, "`": None, "$": None, "\\": None})


def _split(line: str) -> list[str]:
    """The words of a line as a shell splits it; a quote in the last word may still be open."""
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split, reader.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(reader)
    except ValueError:
        words.append(reader.token)
    return words


def _bash_question(environment: Mapping[str, str]) -> Question:
    """COMP_WORDS has all words of the line, COMP_CWORD the index of the word at the cursor."""
    words = _split(environment.get("COMP_WORDS", ""))
    cursor = int(environment.get("COMP_CWORD", "0"))
    # bash counts an empty word at the cursor, which `_split` does not return.
    last = words[cursor] if cursor < len(words) else ""
    joined: list[str] = []
    for number, word in enumerate([*words[1:cursor], last]):
        # bash has split `a=b` into three words, which are joined again. An empty word at the
        # cursor begins a new word. `words[number]` is the word before, as `words` has `stych` too.
        is_break = bool(_BREAKS.fullmatch(word))
        follows_break = bool(word and _BREAKS.fullmatch(words[number]))
        if joined and (is_break or follows_break):
            joined[-1] += word
        else:
            joined.append(word)
    incomplete = joined.pop() if joined else ""
    # bash replaces only the last of the words that it has split, and no break.
    replaced = 0 if _BREAKS.fullmatch(last) else len(last)
    return Question(joined, incomplete, len(incomplete) - replaced)


def _zsh_or_fish_question(environment: Mapping[str, str]) -> Question:
    """_TYPER_COMPLETE_ARGS has the line up to the cursor."""
    line = environment.get("_TYPER_COMPLETE_ARGS", "")
    words = _split(line)[1:]
    incomplete = words.pop() if words and not line[-1:].isspace() else ""
    return Question(words, incomplete)


def _bash_answer(question: Question, candidates: Sequence[Candidate]) -> str:
    return "\n".join(each.word[question.unreplaced :] for each in candidates)


def _zsh_answer(_: Question, candidates: Sequence[Candidate]) -> str:
    # The script of zsh evaluates the answer; `_files` makes zsh offer files.
    if not candidates:
        return "_files"
    listed = "\n".join(_described(each) for each in candidates)
    return f"_arguments '*: :(({listed}))'"


def _described(candidate: Candidate) -> str:
    """The candidate as zsh reads it: its word, and its meaning after a colon."""
    word = f'"{_quoted(candidate.word)}"'
    return f'{word}:"{_quoted(candidate.meaning)}"' if candidate.meaning else word


def _quoted(text: str) -> str:
    return text.translate(_UNQUOTABLE).replace(":", r"\\:")


def _fish_answer(_: Question, candidates: Sequence[Candidate]) -> str:
    action = os.environ.get("_TYPER_COMPLETE_FISH_ACTION")
    # fish first asks by exit code whether there are candidates, and offers files if there are none.
    if action == "is-args":
        raise SystemExit(0 if candidates else 1)
    return "\n".join(
        f"{each.word}\t{each.meaning}" if each.meaning else each.word for each in candidates
    )


SHELLS: Final[Mapping[str, Shell]] = {
    "bash": Shell(_bash_question, _bash_answer),
    "zsh": Shell(_zsh_or_fish_question, _zsh_answer),
    "fish": Shell(_zsh_or_fish_question, _fish_answer),
}
"""By the shell's name, as its script gives it. Typer itself answers all other shells."""
