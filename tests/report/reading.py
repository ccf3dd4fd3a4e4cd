"""A page as a strict reader sees it: every tag closed, no attribute doubled, nothing loaded."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

EMPTY = ("meta", "input", "br")
_VIEW = "As seen by "


@dataclass
class Tag:
    name: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """Raises AssertionError for a tag that is not closed where it should be."""

    source: str
    tags: list[Tag] = field(default_factory=list)
    _open: list[Tag] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"doubled attribute in {tag}: {names}"
        made = Tag(tag, {name: value or "" for name, value in attrs})
        self.tags.append(made)
        if tag not in EMPTY:
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for each in self._open:
            each.text += data

    def all(self, name: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name == name]

    def values(self, attribute: str) -> list[str]:
        return [tag.attributes[attribute] for tag in self.tags if attribute in tag.attributes]

    @property
    def names(self) -> Counter[str]:
        return Counter(tag.name for tag in self.tags)

    @property
    def text(self) -> str:
        return self.tags[0].text

    @property
    def views(self) -> list[tuple[str, str]]:
        """Who saw a match, and what."""
        return [
            (tag.attributes["aria-label"].removeprefix(_VIEW), tag.text)
            for tag in self.all("pre")
            if tag.attributes.get("aria-label", "").startswith(_VIEW)
        ]


def check(source: str) -> Page:
    """The page; fails unless its ids and links fit together, and nothing can be loaded or sent."""
    shown = Page(source)
    assert shown.names["html"] == shown.names["main"] == shown.names["h1"] == 1
    ids = shown.values("id")
    assert len(ids) == len(set(ids))
    assert {each.removeprefix("#") for each in shown.values("href")} <= set(ids)
    assert all(each.startswith("#") for each in shown.values("href"))
    assert set(shown.values("for")) <= set(ids)
    forbidden = {"src", "srcset", "style", "action", "data", "poster", "background", "xlink:href"}
    for tag in shown.tags:
        assert forbidden.isdisjoint(tag.attributes)
        assert not any(name.startswith("on") for name in tag.attributes)
        assert tag.name not in ("link", "img", "iframe", "object", "embed", "form", "base")
    assert not re.search(r"url\(|@import|https?://", source)
    return shown
