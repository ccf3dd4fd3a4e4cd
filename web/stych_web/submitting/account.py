"""The stored bots of an author; an operator sees those of all."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stych_web.site import NotFoundError
from tournaments.hosting.authors import Author, authors
from tournaments.storage.bots import Version, states
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One version in the list, as its author may see it."""

    version: Version
    state: str
    """As `stych bots` names it."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """All that somebody may see and withdraw."""

    lines: Sequence[AccountLine]
    people: Sequence[Author]
    """All who have a token; empty for an author."""


def account_view(data: Path, author: Author) -> AccountView:
    """The view as it stands. Raises UserError."""
    with Store(data) as store:
        registry = BotRegistry(store)
        found = registry.versions()
        there = states(found, registry.sizes())
        # Who else submits here is nobody's business but the operator's.
        people = authors(store.database) if author.is_operator else []
    lines = [
        AccountLine(version, state)
        for version, state in zip(found, there, strict=True)
        if _may(author, version)
    ]
    return AccountView(lines, people)


def find_own(data: Path, author: Author, text: str) -> Version:
    """The version that is called NAME@N, if it is theirs to withdraw. Raises NotFoundError."""
    with Store(data) as store:
        return _own(BotRegistry(store), author, text)


def withdraw_own(data: Path, author: Author, text: str) -> None:
    """Withdraw it. Raises UserError as `find_own`."""
    with Store(data) as store:
        registry = BotRegistry(store)
        registry.withdraw(_own(registry, author, text))


def _own(registry: BotRegistry, author: Author, text: str) -> Version:
    # One answer for what is not there and what is somebody else's.
    for version in registry.versions():
        if str(version) == text and _may(author, version):
            return version
    raise NotFoundError(f"you have no version {text[:80]!r}; your bots are at /submit/account")


def _may(author: Author, version: Version) -> bool:
    return author.is_operator or version.author == author.name
