"""Names and words of bots are text, whatever they look like."""

import re
from pathlib import Path

import pytest

from referee.conduct import FaultKind, FaultStage
from referee.evidence import Evidence
from tests.report.cups import CRASH, crashing, definition, page
from tests.report.reading import Page
from tournaments.present.html.markup import safe

HOSTILE = (
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "\"'><svg/onload=alert(1)>",
    "</pre></details><b>&amp;",
    "{{ 7 * 7 }}{% raw %}",
    "[bold red]x[/] :smile:",
    "\x1b[2J\x1b]0;x\x07",
    "a\u202egnp\u2066b\u200f",
    "\x00\x85\u2028",
    "<!-- ]]> -->",
)
STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


PLAYED = ("b", "span", "text", "line")
"""Tags of which there are more or fewer when other games are played: a name changes the deals."""


def tags(source: str) -> dict[str, int]:
    """How many tags of each name there are, without those of PLAYED."""
    return {name: times for name, times in Page(source).names.items() if name not in PLAYED}


@pytest.mark.slow
@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_names_and_words_change_no_tag(words: str, tmp_path: Path) -> None:
    fault = CRASH.model_copy(
        update={
            "text": words,
            "evidence": Evidence(words=words),
            "kind": FaultKind.CRASHED,
            "stage": FaultStage.PLAY,
        }
    )
    sources = []
    for number, name in enumerate(("zz", f"zz{words}")):
        own = (
            fault
            if number
            else fault.model_copy(update={"text": "x", "evidence": Evidence(words="x")})
        )
        cup = definition(["ann", name], name="cup")
        sources.append(page(tmp_path / str(number), cup, crashing(name, own)))
    assert tags(sources[1]) == tags(sources[0])
    assert not STEERING.search(sources[1])
    sources[1].encode()


def test_half_a_character_is_no_text() -> None:
    assert safe("a\ud800b").encode() == "a\ufffdb".encode()


@pytest.mark.slow
def test_words_are_shown_as_they_are(tmp_path: Path) -> None:
    words = "<b>&amp; 'x' \"y\" </pre> {{ z }} [red]"
    fault = CRASH.model_copy(update={"text": words, "evidence": Evidence(words=f"first\n{words}")})
    shown = Page(page(tmp_path, definition(["ann", "bob"]), crashing("bob", fault)))
    assert f"first\n{words}" in shown.text
    assert any(f"crashed: {words}" in text for _, text in shown.views)
