"""Prompts: what a seat may know, the same to the byte in all worlds that it thinks possible."""

from functools import cache
from random import Random
from typing import Any

import pytest

from referee.deals import derive
from referee.games.game import AnyGame
from referee.games.registry import GAMES, make_game
from referee.models.prompt import how_to_answer, prompt
from referee.models.reading import Reading, read
from referee.models.reply import AnswerVerdict, Reply
from referee.models.rethink import ask_again
from referee.models.scaffold import ModelView
from referee.models.settings import SCAFFOLDS
from referee.testing.leaks import check_no_leak
from referee.testing.variants import variants
from tests.models.sights import decision, decisions, settings

PAIRS = 2
"""The most exchanges of hidden cards for each seat in one call of `check_no_leak`."""
EVERY = 7
"""Decisions are compared where the number of events, which all seats know, is a multiple of it."""
FORMS = [(scaffold, listed) for scaffold in SCAFFOLDS for listed in (True, False)]


def sent(game: AnyGame, seen: Any, events: list[int], legal: tuple[int, ...]) -> bytes:
    """The prompt for `seen` as bytes; the number of events chooses the scaffold and the list."""
    told = ModelView(game, seen.seat)
    told.learn(events)
    told.notes = "mine"
    scaffold, listed = FORMS[len(seen.history) // EVERY % len(FORMS)]
    own = prompt(told, settings(scaffold=scaffold, legal=listed), seen, legal)
    return f"{own.system}\0{own.question}".encode()


def check_worlds(game: AnyGame, number: int) -> None:
    """Check that no byte of a prompt changes where hidden cards change places."""
    # A world is a function of what was seen; to sample one takes longer than to make a prompt.
    world_of = cache(lambda seen: game.determinize(seen, Random(0)))
    compared = 0

    def encode(seen: Any) -> bytes:
        # Only the seat that decides gets a prompt, and only for it has `determinize` a world.
        if seen.to_move != seen.seat or len(seen.history) % EVERY:
            return repr(seen).encode()
        world = world_of(seen)
        nonlocal compared
        compared += 1
        # The events are public, and the check compares them by themselves.
        return sent(game, seen, list(world.events)[-40:], world.legal_actions())

    # Several playings: in a short one perhaps no decision has a multiple of EVERY events.
    for attempt in range(20):
        key = derive("prompts", game.id, game.options_text, str(number), str(attempt))
        check_no_leak(game, key, Random(number), encode, PAIRS)
        if compared:
            return
    raise AssertionError("nothing was compared")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_prompts_are_equal_to_the_byte_across_redealt_worlds(name: str) -> None:
    """Of all variants a few; `make models` takes all of them."""
    found = list(variants(GAMES[name]))
    for number, options in enumerate(found[:: -(-len(found) // 4)]):
        check_worlds(make_game(name, options.model_dump()), number)


def test_a_prompt_has_what_the_screen_has() -> None:
    own = decision("fox", 8)
    found = prompt(own.sight, settings(), own.seen, own.legal)
    for text in own.texts:
        assert text in found.question
    assert own.sight.view.question(own.seen) in found.question
    assert own.sight.view.summary.splitlines()[0] in found.system
    assert "h shows all" not in found.question


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_a_prompt_says_of_answers_is_true(name: str) -> None:
    """The first eight actions are read by their text, and by number where the view lists them."""
    for own in decisions(name, every=7):
        texts = map(own.sight.game.action_text, own.legal)
        for index, text in list(enumerate(texts))[:8]:
            listed = own.sight.view.listed(own.seen)
            for said in (text, f"#{index + 1}") if listed else (text,):
                reply = Reply(text=f'{{"move": "{said}"}}')
                found = read(reply, own.sight, own.seen, own.legal)
                # A number that is also an action is said to be ambiguous, never misread.
                assert found.index == index or found.verdict is AnswerVerdict.AMBIGUOUS


def test_scaffolds_add_what_they_say() -> None:
    own = decision("fox", 30)
    own.sight.notes = "K9 is gone"

    def question(scaffold: str) -> str:
        return prompt(own.sight, settings(scaffold=scaffold), own.seen, own.legal).question

    plain = question("plain")
    assert "Never seen by you" in question("deductions")
    assert "K9 is gone" in question("notes")
    assert len(question("history").splitlines()) > len(plain.splitlines()) + 20
    assert "Never seen" not in plain
    assert "K9 is gone" not in plain


def test_no_list_where_none_is_wanted() -> None:
    own = decision("fox", 8)
    found = prompt(own.sight, settings(legal=False), own.seen, own.legal)
    assert "1) " not in found.question


def test_the_environment_changes_no_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    own = decision("korist", 5)
    before = prompt(own.sight, settings(), own.seen, own.legal)
    for name, value in {"COLUMNS": "30", "TERM": "dumb", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    assert prompt(own.sight, settings(), own.seen, own.legal) == before


@pytest.mark.parametrize(
    "verdict", [each for each in AnswerVerdict if each is not AnswerVerdict.GOOD]
)
def test_each_verdict_is_asked_again_in_its_own_way(verdict: AnswerVerdict) -> None:
    own = decision("fox", 8)
    first = prompt(own.sight, settings(), own.seen, own.legal)
    wish = how_to_answer(own.sight, settings(), own.seen)

    def asked(kind: AnswerVerdict, cut_off: int = 1) -> str:
        reply, reading = Reply(text="what I said"), Reading(kind, why="Because.")
        messages = ask_again(first, reply, reading, wish, cut_off)
        roles = [message["role"] for message in messages]
        assert roles in (["system", "user"], ["system", "user", "assistant", "user"])
        return messages[-1]["content"]

    others = {asked(each) for each in AnswerVerdict if each not in (AnswerVerdict.GOOD, verdict)}
    assert asked(verdict) not in others
    assert wish in asked(verdict)
    assert asked(AnswerVerdict.TRUNCATED, 2) != asked(AnswerVerdict.TRUNCATED, 1)
